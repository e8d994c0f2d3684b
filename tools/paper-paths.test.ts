import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.ts'

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\0')
  .filter(Boolean)

const folders = new Set(tracked.flatMap((file) => parentsOf(file)))
const entries = new Set([...tracked, ...folders])
const papers = tracked.filter((file) => /^(?:[^/]+|docs\/.+|(?:apps|packages)\/[^/]+\/README)\.md$/.test(file))

function parentsOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Written from the root on. */
const FULL_PATH = /^(?:apps|packages|tests|bench|tools|docs)\/[\w./-]*[\w-]\/?$/
/** Written from an inner folder on, or by its name alone: `platform/tasks`, `json-body.ts`. */
const SHORT_PATH =
  /^(?:(?:platform|modules|gateway|adapters|wire|shared|features)\/[\w./-]*[\w-]\/?|[\w-]+\.(?:tsx?|mjs))$/

const inBackticks = (text: string): string[] =>
  [...text.replaceAll(/```[^]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

const inLinks = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)

const isEntry = (name: string): boolean => entries.has(name.replace(/\/$/, ''))

/** Whether some file or folder ends in it; a module may be written without its extension. */
const endsSomewhere = (name: string): boolean => {
  const end = `/${name.replace(/\/$/, '')}`
  return [...entries].some(
    (entry) => entry.endsWith(end) || entry.endsWith(`${end}.ts`) || entry.endsWith(`${end}.tsx`),
  )
}

const IDENTIFIER = /^[a-z]+(?:[A-Z][a-z0-9]+)+$/
/** Words of the code and of the specification, which names what is not built yet. */
const words = new Set(
  tracked
    .filter((file) => file === 'docs/specification.md' || /\.(?:ts|tsx|mjs|js|sql|json|css|java)$/.test(file))
    .flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/\w+/g) ?? []),
)

function unknownNamesIn(paper: string): string[] {
  const text = readFileSync(path.join(root, paper), 'utf8')
  return inBackticks(text).filter((code) => IDENTIFIER.test(code) && !words.has(code))
}

function missingIn(paper: string): string[] {
  const text = readFileSync(path.join(root, paper), 'utf8')
  const codes = inBackticks(text)
  return [
    ...codes.filter((code) => FULL_PATH.test(code) && !isEntry(code)),
    ...codes.filter((code) => SHORT_PATH.test(code) && !endsSomewhere(code)),
    ...inLinks(text).filter((target) => !isEntry(path.posix.join(path.posix.dirname(paper), target))),
  ]
}

test('the papers are found', () => {
  expect(papers).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'packages/player/README.md']))
})

test.each(papers)('every name in %s stands in the code', (paper) => {
  expect(unknownNamesIn(paper)).toEqual([])
})

test.each(papers)('every path in %s exists', (paper) => {
  expect(missingIn(paper)).toEqual([])
})
