import { crc32, deflateSync } from "node:zlib";

const chartHeight = 120;
const barWidth = 24;
const barGap = 8;

/** A bar chart as a greyscale PNG; the largest value fills the height. */
export function barChart(values: readonly number[]): Buffer {
  const width = Math.max(1, values.length) * (barWidth + barGap) + barGap;
  const largest = Math.max(1, ...values);
  const rows = Array.from({ length: chartHeight }, (_, y) => {
    const row = Buffer.alloc(1 + width, 255);
    row[0] = 0; // the filter byte of each row: none
    values.forEach((value, index) => {
      const top = chartHeight - Math.round((value / largest) * chartHeight);
      const left = 1 + barGap + index * (barWidth + barGap);
      if (y >= top) row.fill(64, left, left + barWidth);
    });
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(chartHeight, 4);
  head.set([8, 0], 8); // eight bits per pixel, grey
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync(Buffer.concat(rows))),
    pngChunk("IEND"),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
