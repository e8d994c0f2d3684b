import { type Call, isOpenTo } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import type { SideRoute } from '@yunji/contract/wire/side-routes'
import type { Binding } from './binding.ts'
import { capabilityOf, type JsonSchema, jsonSchemaOf } from './openapi.ts'
import { fieldsOf, typeOf } from './schema-fields.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
  :root { color-scheme: light; --ink: #10141c; --soft: #646d7e; --line: #ebeef2; --brand: #1d56cf }
  body { margin: 0 auto; max-width: 960px; padding: 32px 16px 80px; font: 14px/1.6 -apple-system, "PingFang SC", "Noto Sans CJK SC", sans-serif; color: var(--ink); background: #f4f6f9 }
  h1 { font-size: 28px; line-height: 36px } h2 { margin: 40px 0 12px; font-size: 20px } h3 { margin: 16px 0 4px; font-size: 14px }
  details { background: #fff; border-radius: 12px; margin: 8px 0; padding: 12px 16px; box-shadow: 0 1px 2px rgba(20, 32, 60, .04) }
  summary { display: flex; gap: 4px 12px; align-items: baseline; flex-wrap: wrap; cursor: pointer; overflow-wrap: anywhere }
  table { width: 100%; border-collapse: collapse } td { padding: 6px 16px 6px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
  code { font: 13px/1.6 ui-monospace, monospace } .method { width: 40px; font-weight: 600; color: var(--brand) } .note { color: var(--soft) }
  .tag { padding: 0 6px; border-radius: 6px; font-size: 12px; color: #8f4e00; background: #fff5e4 }`

/** Human-readable API page, generated from the bound calls without script, so it cannot be outdated. */
export const apiPage = (bindings: readonly Binding[], sideRoutes: readonly SideRoute[]): string => {
  const capabilities = Map.groupBy(bindings, (binding) => capabilityOf(binding.call))
  const sections = [...capabilities].map(
    ([name, group]) => `<h2>${escape(name)}</h2>${group.map(callSection).join('')}`,
  )
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>云机 API</title><style>${STYLE}</style></head><body>
<h1>云机 API</h1>
<p>业务应答一律为 HTTP 200，信封为 <code>code</code>、<code>msg</code>、<code>data</code>、<code>ts</code>。机器可读的描述见 <a href="/openapi.json">/openapi.json</a>。</p>
${sections.join('\n')}
<h2>其他路由</h2><table>${sideRoutes.map(sideRow).join('')}</table>
</body></html>`
}

const callSection = ({ call }: Binding): string => `<details><summary>
<span class="method">${call.method}</span><code>${escape(call.path)}</code><span class="note">${escape(call.summary)}</span></summary>
<p class="note">${notesOf(call).map(escape).join(' · ')}</p>
<h3>入参</h3>${schemaTable(jsonSchemaOf(call.input, 'input'))}
<h3>data</h3>${schemaTable(jsonSchemaOf(call.data, 'output'))}
<h3>错误码</h3><table>${call.errors.map(errorRow).join('')}${closedRow(call)}${errorRow('SHOW_ERROR_TIP')}</table>
</details>`

const notesOf = (call: Call): string[] => [
  isOpenTo(call.access) ? '无需登录' : '需要登录',
  ...(call.idempotent
    ? [call.access.kind === 'operator' ? '可带 idempotency-key 请求头' : '需要 idempotency-key 请求头']
    : []),
  ...(call.callsPerMinute ? [`每个地址每分钟 ${call.callsPerMinute} 次`] : []),
]

const schemaTable = (schema: JsonSchema): string => {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return `<p class="note">${schema['type'] === 'object' ? '无' : escape(typeOf(schema))}</p>`
  const rows = fields.map(
    ({ name, type, isRequired }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(type)}</td><td class="note">${isRequired ? '必填' : '可选'}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

const errorRow = (name: Call['errors'][number]): string =>
  `<tr><td class="method">${ErrorCode[name]}</td><td>${escape(errorTexts[name])}</td></tr>`

const closedRow = (call: Call): string => (isOpenTo(call.access) ? '' : errorRow('LOGIN_TOKEN_INVALID'))

const sideRow = (route: SideRoute): string =>
  `<tr><td class="method">${route.method}</td><td><code>${escape(route.path)}</code></td><td class="note">${escape(route.summary)}</td></tr>`
