import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@yunji/testkit/eventually'
import { isAlive } from '@yunji/testkit/process-table'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createVirtualPhoneProcess, type VirtualPhoneProcess } from './virtual-phone-process.ts'

/** Prints a farm's output, records its process id and ends with its parent. */
const STAND_IN = `
import { appendFileSync } from 'node:fs'
const folder = process.argv[process.argv.indexOf('--data') + 1]
appendFileSync(folder + '/pids', process.pid + '\\n')
console.log(JSON.stringify({ control: '127.0.0.1:' + process.pid }))
process.stdin.on('end', () => process.exit(0)).resume()
process.on('SIGTERM', () => process.exit(0))
`

let folder = ''
let farm: VirtualPhoneProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-farm-'))
  const entry = join(folder, 'farm.mjs')
  await writeFile(entry, STAND_IN)
  farm = createVirtualPhoneProcess({ dataDir: folder, log: pino({ level: 'silent' }), entry })
})
afterEach(async () => {
  await farm.close()
  await rm(folder, { recursive: true, force: true })
})

const pids = async () => (await readFile(join(folder, 'pids'), 'utf8')).trim().split('\n').map(Number)

it('is waited for by whoever needs its address, and by nobody else', async () => {
  const asked = [farm.address(), farm.address()]
  farm.start()
  const [first, second] = await Promise.all(asked)
  expect(first).toEqual(second)
  expect(first?.url).toBe(`http://127.0.0.1:${(await pids())[0]}`)
  expect(first?.secret).toMatch(/^[\w-]{43}$/)
})

it('comes back elsewhere when it was killed', async () => {
  farm.start()
  const before = await farm.address()
  process.kill((await pids())[0] ?? 0, 'SIGKILL')
  await eventually(async () => expect((await pids()).length).toBe(2))
  const after = await eventually(async () => {
    const address = await farm.address()
    expect(address.url).not.toBe(before.url)
    return address
  })
  expect(after.secret).toBe(before.secret)
})

it('ends when it is closed, and is not started again', async () => {
  farm.start()
  await farm.address()
  const [pid = 0] = await pids()
  await farm.close()
  expect(isAlive(pid)).toBe(false)
  farm.start()
  await expect(farm.address(AbortSignal.timeout(50))).rejects.toMatchObject({ kind: 'unreachable' })
})
