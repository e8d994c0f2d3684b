import type { Call } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import type { SideRoute } from '@yunji/contract/wire/side-routes'
import { capabilityOf, type JsonSchema, jsonSchemaOf } from './openapi.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
  :root { color-scheme: light; --ink: #10141c; --soft: #646d7e; --line: #ebeef2; --brand: #1d56cf }
  body { margin: 0 auto; max-width: 960px; padding: 32px 16px 80px; font: 14px/1.6 -apple-system, "PingFang SC", "Noto Sans CJK SC", sans-serif; color: var(--ink); background: #f4f6f9 }
  h1 { font-size: 28px; line-height: 36px } h2 { margin: 40px 0 12px; font-size: 20px }
  details { background: #fff; border-radius: 12px; margin: 8px 0; padding: 12px 16px; box-shadow: 0 1px 2px rgba(20, 32, 60, .04) }
  summary { display: flex; gap: 12px; align-items: baseline; flex-wrap: wrap; cursor: pointer }
  code, pre { font: 13px/1.6 ui-monospace, monospace } pre { margin: 8px 0; padding: 12px; overflow: auto; background: #f6f7fa; border-radius: 8px }
  .method { width: 40px; font-weight: 600; color: var(--brand) } .note { color: var(--soft) } td { padding: 4px 16px 4px 0; vertical-align: top }`

/** The page people read. It is made from the calls, needs no script, and cannot fall behind them. */
export const apiPage = (calls: readonly Call[], sideRoutes: readonly SideRoute[]): string => {
  const capabilities = Map.groupBy(calls, capabilityOf)
  const sections = [...capabilities].map(
    ([name, group]) => `<h2>${escape(name)}</h2>${group.map(callSection).join('')}`,
  )
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>云机 API</title><style>${STYLE}</style></head><body>
<h1>云机 API</h1>
<p>业务应答一律为 HTTP 200，信封为 <code>code、msg、data、ts</code>。机器可读的描述见 <a href="/openapi.json">/openapi.json</a>。</p>
${sections.join('\n')}
<h2>其他路由</h2><table>${sideRoutes.map(sideRow).join('')}</table>
</body></html>`
}

const callSection = (call: Call): string => `<details><summary>
<span class="method">${call.method}</span><code>${escape(call.path)}</code><span class="note">${escape(call.summary)}</span></summary>
<p class="note">${notesOf(call).map(escape).join(' · ')}</p>
<p>入参</p>${schemaBlock(jsonSchemaOf(call.input, 'input'))}
<p>data</p>${schemaBlock(jsonSchemaOf(call.data, 'output'))}
${call.errors.length > 0 ? `<p>错误码</p><ul>${call.errors.map((name) => `<li>${ErrorCode[name]} ${escape(errorTexts[name])}</li>`).join('')}</ul>` : ''}
</details>`

const notesOf = (call: Call): string[] => [
  call.access.kind === 'open' ? '无需登录' : '需要登录',
  ...(call.idempotent ? ['需要 idempotency-key 请求头'] : []),
  ...(call.callsPerMinute ? [`每个地址每分钟 ${call.callsPerMinute} 次`] : []),
]

const schemaBlock = (schema: JsonSchema): string => `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`

const sideRow = (route: SideRoute): string =>
  `<tr><td class="method">${route.method}</td><td><code>${escape(route.path)}</code></td><td class="note">${escape(route.summary)}</td></tr>`
