import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@yunji/testkit/eventually'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allGone, freePort, NpmStart, namesIn } from './npm-start.ts'
import { copyProject, type ProjectCopy } from './project-copy.ts'

let project: ProjectCopy
let dataDir: string
let port: number
const starts: NpmStart[] = []

beforeAll(async () => {
  project = await copyProject()
  dataDir = await mkdtemp(path.join(tmpdir(), 'yunji start data '))
  return async () => {
    await rm(dataDir, { recursive: true, force: true })
    await project.remove()
  }
})

beforeEach(async () => {
  port = await freePort()
})

afterEach(async () => {
  for (const start of starts.splice(0)) await start.clear()
})

function npmStart(folder = dataDir): NpmStart {
  const start = new NpmStart(project.folder, folder, port)
  starts.push(start)
  return start
}

const commonConfig = (url: string) => fetch(`${url}/vmcloud/api/configure/getCommonConfig`)

test('the first start prints where to go and who to be, writes only its data, and ends in order at Ctrl-C', async () => {
  const before = await namesIn(project.folder)
  const start = await npmStart().ready()
  // Printed once the port is open and the first owner is there.
  await eventually(() => expect(start.output).toMatch(/operator +owner +password \S+/))
  expect(start.output).toContain(`http://localhost:${port}/`)
  expect(start.output).toContain('13800138000')
  expect(start.output).toContain('yunji2026')
  expect(start.output).toContain(`http://localhost:${port}/console`)
  const page = await fetch(`${start.url}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<script')
  expect(await namesIn(project.folder)).toEqual(before)
  const { all, server, database } = await start.processes()
  expect(all).toEqual(expect.arrayContaining([server, database]))
  start.pressCtrlC()
  expect(await start.ended()).toBe(0)
  await allGone(all)
})

test('the second start finds everything done, and npm ends everything in order at SIGTERM', async () => {
  const start = await npmStart().ready()
  expect(start.output).not.toMatch(/Installing|Building|Creating/)
  expect((await commonConfig(start.url)).status).toBe(200)
  const { all } = await start.processes()
  start.npm.kill('SIGTERM')
  await start.ended()
  await expect(allGone(all)).resolves.toBeUndefined()
})

test('a killed server leaves nothing that stops the next start, and a killed npm takes everything along', async () => {
  const first = await npmStart().ready()
  const { all, server } = await first.processes()
  process.kill(server, 'SIGKILL')
  expect(await first.ended()).not.toBe(0)
  await allGone(all)
  const second = await npmStart().ready()
  expect((await commonConfig(second.url)).status).toBe(200)
  const { all: allOfSecond } = await second.processes()
  second.npm.kill('SIGKILL')
  await expect(allGone(allOfSecond)).resolves.toBeUndefined()
})

test('a second server on the same data is told in one sentence, and a killed database is back without a new start', async () => {
  const first = await npmStart().ready()
  port = await freePort()
  const second = npmStart()
  expect(await second.ended()).not.toBe(0)
  expect(second.output).toContain('in use by another running server')
  expect(second.output).not.toMatch(/^\s+at /m)
  expect((await commonConfig(first.url)).status).toBe(200)

  const { database } = await first.processes()
  process.kill(database, 'SIGKILL')
  await allGone([database])
  await eventually(async () => {
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    expect((await commonConfig(first.url)).status).toBe(200)
  })
  expect((await first.processes()).database).not.toBe(database)
})

test('a port in use is told in one sentence, and nothing stays', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const start = npmStart()
    const { all } = await start.processes()
    expect(await start.ended()).not.toBe(0)
    expect(start.output).toContain(`port ${port} is in use`)
    expect(start.output).not.toMatch(/^\s+at /m)
    await allGone(all)
  } finally {
    other.close()
  }
})

test('a build that fails ends the server that starts beside it, and the next start serves what was built', async () => {
  const entry = path.join(project.folder, 'apps', 'console', 'index.html')
  await writeFile(entry, '<!doctype html><script type="module" src="/src/missing.tsx"></script>')
  const failing = npmStart()
  await eventually(async () => expect((await failing.processes()).server).toBeGreaterThan(0))
  const { all } = await failing.processes()
  expect(await failing.ended()).not.toBe(0)
  expect(failing.output).toContain('The console could not be built')
  await allGone(all)

  await writeFile(entry, '<!doctype html><title>built anew</title>')
  const start = await npmStart().ready()
  expect(await (await fetch(`${start.url}/console`)).text()).toContain('built anew')
})
