import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrokenScripts } from './build-output.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-emitted-'))
})

afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)

test('scripts and modules that parse are fine', async () => {
  await write('script.js', 'var a = class { #b = 1 }')
  await write('module.js', 'const a = 1;export{a}')
  await write('module.mjs', 'await import("./module.js")')
  await write('picture.txt', 'not a script (')
  expect(await findBrokenScripts(folder)).toEqual({ count: 3, broken: [] })
})

test('a quoted private field and a cut file are found', async () => {
  await write('quoted.js', 'class A { "#b" = 1; c() { return this.#b } }')
  await write('cut.js', 'export const a = {')
  const { broken } = await findBrokenScripts(folder)
  expect(broken.map((line) => path.basename(line.split(':')[0] ?? '')).toSorted()).toEqual(['cut.js', 'quoted.js'])
})
