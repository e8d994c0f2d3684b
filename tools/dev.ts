import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { packageProgram, root } from './command.ts'
import { endWithParent } from './setup/processes.mjs'

const SERVER_PORT = process.env.PORT ?? '8080'
const CLIENT_PORT = process.env.YUNJI_DEV_PORT ?? '10086'
const CONSOLE_PORT = process.env.YUNJI_CONSOLE_PORT ?? '10087'

interface Part {
  name: string
  args: string[]
  cwd: string
  env: Record<string, string>
}

const parts: Part[] = [
  {
    name: 'server',
    args: ['--watch', '--watch-preserve-output', path.join('apps', 'server', 'src', 'main.ts')],
    cwd: root,
    env: { PORT: SERVER_PORT, YUNJI_CLIENT: 'none' },
  },
  {
    name: 'client',
    args: packageProgram('@tarojs/cli/bin/taro', 'build', '--type', 'h5', '--watch', '--no-check'),
    cwd: path.join(root, 'apps', 'client'),
    env: {
      NODE_ENV: 'development',
      CI: 'true', // no progress bars between the server's lines
      YUNJI_DEV_PORT: CLIENT_PORT,
      YUNJI_API_BASE: `http://127.0.0.1:${SERVER_PORT}`,
    },
  },
  {
    name: 'console',
    args: packageProgram('vite/bin/vite.js', '--clearScreen', 'false'),
    cwd: path.join(root, 'apps', 'console'),
    env: { NODE_ENV: 'development', PORT: SERVER_PORT, YUNJI_CONSOLE_PORT: CONSOLE_PORT },
  },
]

function launch({ name, args, cwd, env }: Part): ChildProcess {
  const [file = '', ...words] = [...endWithParent(), process.execPath, ...args]
  // Own process groups, so that each gets a signal once.
  const child = spawn(file, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', (line) => console.log(`[${name}] ${line}`))
  }
  return child
}

console.log(`The client will be at http://localhost:${CLIENT_PORT}/ and reloads with every change.`)
console.log(`The operator's console will be at http://localhost:${CONSOLE_PORT}/console/.`)
const children = parts.map(launch)
const endAll = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', endAll)
process.on('SIGTERM', endAll)
await Promise.all(children.map((child) => once(child, 'exit').then(endAll)))
