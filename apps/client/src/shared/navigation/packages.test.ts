import { pages } from '@yunji/contract/pages'
import { expect, test } from 'vitest'
import { mainPages, preloadRule, subPackages } from './packages.ts'

const packagedPages = subPackages.flatMap(({ root, pages: inside }) => inside.map((page) => `${root}/${page}`))

test('every page of the specification is in exactly one package', () => {
  const all = [...mainPages, ...packagedPages]
  expect(all).toHaveLength(pages.length + 1)
  expect(new Set(all)).toEqual(new Set([...pages.map((page) => `pages/${page.route}`), 'pages/notFound/index']))
})

test('the main package holds the tabs, the login and the page for unknown paths, the first tab first', () => {
  expect(mainPages).toEqual([
    'pages/Home/index',
    'pages/Home/create',
    'pages/Home/user',
    'pages/login/login',
    'pages/notFound/index',
  ])
})

test('each tab preloads packages that exist', () => {
  const roots = subPackages.map(({ root }) => root)
  expect(Object.keys(preloadRule)).toEqual(['pages/Home/index', 'pages/Home/create', 'pages/Home/user'])
  for (const { packages } of Object.values(preloadRule)) expect(roots).toEqual(expect.arrayContaining(packages))
})
