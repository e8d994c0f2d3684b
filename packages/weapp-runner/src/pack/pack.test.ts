import { describe, expect, test } from 'vitest'
import { BuildFolder } from '../testing/build-folder.ts'
import { describeFinding } from './finding.ts'
import { pack } from './pack.ts'

type Files = Readonly<Record<string, string | undefined>>

function findingsOf(files: Files): string[] {
  using folder = new BuildFolder(files)
  return pack(folder.path).findings.map(describeFinding)
}

const appJson = (config: object): string => JSON.stringify({ pages: ['pages/a'], ...config })

test('a sound build has no findings', () => {
  expect(findingsOf({})).toEqual([])
})

test.each(['app.json', 'app.js'])('a folder without %s is no build', (path) => {
  expect(() => findingsOf({ [path]: undefined })).toThrow(`is not a mini-program build: ${path} is missing`)
})

describe('findings', () => {
  const cases: readonly (readonly [name: string, files: Files, finding: string])[] = [
    ['broken JSON', { 'pages/a.json': '{' }, 'pages/a.json: not valid JSON'],
    ['page without a script', { 'pages/a.js': undefined }, 'lists page pages/a, but pages/a.js is missing'],
    ['page without a template', { 'pages/a.wxml': undefined }, 'lists page pages/a, but pages/a.wxml is missing'],
    ['page listed twice', { 'app.json': '{"pages":["pages/a","pages/a"]}' }, 'lists page pages/a twice'],
    ['unknown entry page', { 'app.json': appJson({ entryPagePath: 'pages/b' }) }, 'entry page "pages/b" is not a page'],
    [
      'page of the main package inside a sub-package',
      { 'app.json': appJson({ subPackages: [{ root: 'pages', pages: [] }] }) },
      'main package lists pages/a, which lies in sub-package pages',
    ],
    [
      'sub-package page that is not there',
      { 'app.json': appJson({ subPackages: [{ root: 'extra/', pages: ['b'] }] }) },
      'lists page extra/b, but extra/b.js is missing',
    ],
    [
      'preloading an unknown package',
      { 'app.json': appJson({ preloadRule: { 'pages/a': { packages: ['nowhere'] } } }) },
      'preload rule of pages/a names nowhere, which is not a sub-package',
    ],
    [
      'a single tab',
      { 'app.json': appJson({ tabBar: { list: [{ pagePath: 'pages/a', text: 'a' }] } }) },
      'tab bar has 1 tabs',
    ],
    [
      'tab icon that is not there',
      { 'app.json': appJson({ tabBar: { list: [{ pagePath: 'pages/a', text: 'a', iconPath: 'a.png' }] } }) },
      'tab icon a.png is missing',
    ],
    [
      'tab icon of one theme that is not there',
      {
        'app.json': appJson({
          darkmode: true,
          themeLocation: 'theme.json',
          tabBar: { list: [{ pagePath: 'pages/a', text: 'a', iconPath: '@icon' }] },
        }),
        'theme.json': '{"light":{"icon":"light.png"},"dark":{"icon":"dark.png"}}',
      },
      'tab icon dark.png is missing',
    ],
    [
      'component that is not there',
      { 'pages/a.json': '{"usingComponents":{"x":"../parts/x"}}' },
      'uses component x, but parts/x.js is missing',
    ],
    ['template import that is not there', { 'pages/a.wxml': '<import src="b.wxml" />' }, 'imports pages/b.wxml'],
    ['script import that is not there', { 'pages/a.wxml': '<wxs module="m" src="m.wxs" />' }, 'uses pages/m.wxs'],
    ['broken template', { 'pages/a.wxml': '<view>{{a</view>' }, 'pages/a.wxml:1:'],
    ['style import that is not there', { 'app.wxss': '@import "b.wxss";' }, 'imports "b.wxss", which is missing'],
    ['broken style sheet', { 'app.wxss': '.a {' }, 'app.wxss: not a style sheet'],
    [
      'style sheet that loads a file',
      { 'app.wxss': '.a { background: url(/a.png) }' },
      'refers to a file of the package',
    ],
  ]
  test.each(cases)('%s', (_name, files, finding) => {
    expect(findingsOf(files)).toContainEqual(expect.stringContaining(finding))
  })

  test('a picture inside the style sheet is none, even if it refers to itself', () => {
    expect(findingsOf({ 'app.wxss': `.a { background: url("data:image/svg+xml,<a fill='url(%23b)'/>") }` })).toEqual([])
  })

  test('a package over 2 MiB', () => {
    const findings = findingsOf({ 'big.js': 'x'.repeat(2 * 1024 * 1024) })
    expect(findings).toEqual(['main package: is 2.00 MiB, the limit is 2 MiB'])
  })

  test('maps and texts do not count', () => {
    expect(findingsOf({ 'app.js.map': 'x'.repeat(3 * 1024 * 1024) })).toEqual([])
  })
})

test('sizes are counted per package', () => {
  using folder = new BuildFolder({
    'app.json': appJson({ subPackages: [{ root: 'extra', pages: ['b'] }] }),
    'extra/b.js': 'Page({})',
    'extra/b.json': '{}',
    'extra/b.wxml': 'x',
  })
  expect(pack(folder.path).sizesBytes.extra).toBe('Page({})'.length + '{}'.length + 'x'.length)
})

test('attributes of built-in tags are collected, with and without a value', () => {
  using folder = new BuildFolder({
    'pages/a.wxml': '<scroll-view scroll-y lower-threshold="{{a > 1 ? 2 : 3}}" bindscroll="s" class="c" data-x="1" />',
  })
  expect(pack(folder.path).app.builtInAttributes).toEqual({ 'scroll-view': ['scrollY', 'lowerThreshold'] })
})
