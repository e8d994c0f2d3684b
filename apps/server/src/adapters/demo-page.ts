export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
  body { margin: 0 auto; max-width: 480px; padding: 32px 16px 80px; font: 16px/1.6 -apple-system, "PingFang SC", "Noto Sans CJK SC", sans-serif; color: #10141c; background: #f4f6f9 }
  h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px } p { margin: 4px 0 } .note { color: #646d7e; font-size: 14px }
  .card { background: #fff; border-radius: 12px; margin: 12px 0; padding: 12px 16px } .code { font: 600 28px/1.4 ui-monospace, monospace; letter-spacing: 4px }
  a.button { display: block; margin: 12px 0; padding: 12px; border-radius: 12px; text-align: center; text-decoration: none; color: #fff; background: #07a950 }
  a.plain { color: #10141c; background: #e4e8ee } a.person { display: inline-block; padding: 8px 16px; margin: 4px 8px 4px 0; border-radius: 999px; text-decoration: none; color: #10141c; background: #fff }
  a.chosen { color: #fff; background: #1d56cf }`

/** HTML pages of the embedded services: no script, no external resources. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escapeHtml(title)} · 云机</title><style>${STYLE}</style></head><body>${body}</body></html>`
