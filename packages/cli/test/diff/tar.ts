/** An archive of these files. `size` is written instead of the real one. */
export function tarOf(files: Readonly<Record<string, string>>, size?: string): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write("0000644\0", 100);
    header.write((size ?? Buffer.byteLength(text).toString(8).padStart(11, "0")) + "\0", 124);
    header.write("0", 156);
    header.write("ustar\u000000", 257);
    header.write("        ", 148);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    const content = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    content.write(text);
    return [header, content];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
