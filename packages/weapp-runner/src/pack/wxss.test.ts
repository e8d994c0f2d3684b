import { expect, test } from 'vitest'
import { BuildFolder } from '../testing/build-folder.ts'
import { Findings } from './finding.ts'
import { PackageFiles } from './package-files.ts'
import { scopeStyleSheet, translateSelector, translateStyleSheet } from './wxss.ts'

function translate(css: string, others: Readonly<Record<string, string>> = {}): string {
  using folder = new BuildFolder({ 'app.wxss': css, ...others })
  return translateStyleSheet('app.wxss', new PackageFiles(folder.path), new Findings())
}

test.each([
  ['.a { width: 750rpx }', '.a { width: calc(var(--rpx) * 750) }'],
  ['.a { margin: -10.5rpx .5rpx 0 }', '.a { margin: calc(var(--rpx) * -10.5) calc(var(--rpx) * .5) 0 }'],
  ['.a { width: calc(100% - 20rpx) }', '.a { width: calc(100% - calc(var(--rpx) * 20)) }'],
  ['.a { height: 100vh }', '.a { height: calc(var(--page-vh) * 100) }'],
  ['.a { animation: slide-20rpx 1s }', '.a { animation: slide-20rpx 1s }'],
  ['.a { padding: env(safe-area-inset-bottom, 0) }', '.a { padding: var(--safe-area-inset-bottom) }'],
  ['.a { background: url("data:,+9vh/8rpx") 1rpx }', '.a { background: url("data:,+9vh/8rpx") calc(var(--rpx) * 1) }'],
])('units: %s', (given, expected) => {
  expect(translate(given)).toBe(expected)
})

test.each([
  ['page', 'wx-page'],
  ['view > text.view', 'wx-view > wx-text.view'],
  ['#input input::placeholder', '#input wx-input::placeholder'],
  ['.a:not(button)', '.a:not(wx-button)'],
  ['my-card', 'my-card'],
])('selectors: %s', (given, expected) => {
  expect(translateSelector(given)).toBe(expected)
})

test('steps of an animation are not selectors', () => {
  const css = '@keyframes a { from { width: 1rpx } to { width: 2rpx } }'
  expect(translate(css)).toBe(
    '@keyframes a { from { width: calc(var(--rpx) * 1) } to { width: calc(var(--rpx) * 2) } }',
  )
})

test('imports are read in place, each once, also in a circle', () => {
  const css = translate('@import "./b.wxss"; .a {}', {
    'b.wxss': '@import "/parts/c.wxss"; .b {}',
    'parts/c.wxss': '@import "../b.wxss"; .c {}',
  })
  expect(css.match(/\.[abc] /g)).toEqual(['.c ', '.b ', '.a '])
})

test("a component's classes get its prefix", () => {
  const findings = new Findings()
  expect(scopeStyleSheet('x.wxss', '.a.b > .c:hover {}', 'c1', findings)).toBe('.c1--a.c1--b > .c1--c:hover {}')
  expect(findings.all).toEqual([])
})

test('other selectors in a component are reported, as WeChat does', () => {
  const findings = new Findings()
  scopeStyleSheet('x.wxss', 'wx-view .a {}', 'c1', findings)
  expect(findings.all).toEqual([
    {
      level: 'warning',
      file: 'x.wxss',
      message: 'component style uses wx-view: only class selectors are allowed there',
    },
  ])
})
