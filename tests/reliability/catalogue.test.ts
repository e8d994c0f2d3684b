import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasShortForm, promises } from '../catalogue.ts'

const ROOT = path.join(import.meta.dirname, '../..')

test('every promise that is defined is in the catalogue, once', async () => {
  const defined: string[] = []
  for await (const file of glob('tests/{reliability,security}/*.ts', { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, file), 'utf8')
    defined.push(...[...text.matchAll(/definePromise\(\{\n  id: '(\w+)'/g)].map(([, id = '']) => id))
  }
  expect(promises.map(({ id }) => id).toSorted()).toEqual(defined.toSorted())
})

test('the paper tells the three forms of each, and which have a short one of their own', async () => {
  const paper = await readFile(path.join(ROOT, 'docs/promises.md'), 'utf8')
  const [, forms = ''] = /\| # \| small \| short \| long \|\n([^]*?)\n\n/.exec(paper) ?? []
  const told = new Map(
    forms.split('\n').map((line) => {
      const [, id = '', small = '', short = '', long = ''] = line.split('|').map((cell) => cell.trim())
      return [id, [small, short, long].map((cell) => cell !== '')] as const
    }),
  )
  told.delete('---')
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(promises.map((promise) => [promise.id, [true, hasShortForm(promise), true]])),
  )
})

test.for(promises.map((promise) => [promise.id, promise] as const))('%s grows from form to form', ([, { sizes }]) => {
  const { small, short = small, long } = sizes
  const steps = [small, short, long].map((size) => Object.values(typeof size === 'object' ? { ...size } : { size }))
  for (const [at, count] of (steps[0] ?? []).entries()) {
    expect(Number(steps[1]?.[at])).toBeGreaterThanOrEqual(Number(count))
    expect(Number(steps[2]?.[at])).toBeGreaterThanOrEqual(Number(steps[1]?.[at]))
  }
})
