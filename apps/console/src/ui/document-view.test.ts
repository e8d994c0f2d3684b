import type { DocumentContent } from '@yunji/contract/content/document'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DocumentPreview } from './document-view.tsx'

const render = (content: DocumentContent): string =>
  renderToStaticMarkup(createElement(DocumentPreview, { content })).replaceAll(/ class="[^"]*"/g, '')

it('links to pages of this host and of the web open in a tab of their own; others are text', () => {
  const link = (target: string) => render([{ kind: 'paragraph', spans: [{ text: '链接', link: target }] }])
  for (const target of ['/pages/user/index', 'https://example.com/'])
    expect(link(target)).toContain(`<a href="${target}" target="_blank" rel="noopener noreferrer">链接</a>`)
  for (const target of ['javascript:alert(1)', '//example.com', '/\\example.com', 'data:text/html,x'])
    expect(link(target)).toContain('<p><span>链接</span></p>')
})

it('neighbouring entries form one list, and HTML is text', () => {
  const entry = { kind: 'item' as const, depth: 0, spans: [{ text: '<b>' }] }
  const drawn = render([
    { ...entry, mark: '1.' },
    { ...entry, mark: '' },
    { kind: 'divider' },
    { ...entry, mark: '' },
    { kind: 'table', head: [[{ text: '列' }]], rows: [[[{ text: '值' }]]] },
  ])
  expect(drawn.match(/<ul>/g)).toHaveLength(2)
  expect(drawn).toContain('<span aria-hidden="false">1.</span><span><span>&lt;b&gt;</span></span>')
  expect(drawn).toContain('<th scope="col"><span>列</span></th></tr></thead><tbody><tr><td><span>值</span></td></tr>')
})
