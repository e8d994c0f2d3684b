import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@yunji/testkit/eventually'
import { isAlive } from '@yunji/testkit/process-table'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runStep, SetupError, startTask } from './processes.mjs'

let root: string

/** Does its own part at once, and the rest when the set-up is done. */
const TASK = `
const { writeFileSync } = require('node:fs')
writeFileSync('began', String(process.pid))
if (process.argv[2]) process.exit(Number(process.argv[2]))
process.once('message', (text) => {
  writeFileSync('told', text)
  process.disconnect()
})
`

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'yunji-processes-'))
  await writeFile(path.join(root, 'task.cjs'), TASK)
})

afterEach(() => rm(root, { recursive: true }))

const start = (...args: string[]) => startTask(root, { node: process.execPath, env: {} }, ['task.cjs', ...args])
const read = (name: string) => readFile(path.join(root, name), 'utf8')
const began = () => eventually(() => expect(existsSync(path.join(root, 'began'))).toBe(true))

test('a task begins beside the set-up and goes on when that is done', async () => {
  const task = start()
  await task.finish(async () => {
    await began()
    expect(existsSync(path.join(root, 'told'))).toBe(false)
  })
  expect(await task.ended).toBe(0)
  expect(await read('told')).toBe('done')
})

test('a set-up that fails ends the task beside it', async () => {
  const task = start()
  const finishing = task.finish(async () => {
    await began()
    throw new SetupError('no build')
  })
  await expect(finishing).rejects.toThrow('no build')
  expect(isAlive(Number(await read('began')))).toBe(false)
  expect(existsSync(path.join(root, 'told'))).toBe(false)
})

test('a task that fails ends the steps of the set-up beside it', async () => {
  const task = start('3')
  let code = 0
  await task.finish(async () => {
    code = (await runStep('sleep', ['600'])).code
  })
  expect(code).not.toBe(0)
  expect(await task.ended).toBe(3)
})
