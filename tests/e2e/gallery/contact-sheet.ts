import { writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Photograph {
  readonly section: string
  /** Which screen: `h5-320`. */
  readonly screen: string
  readonly widthPx: number
}

export const fileOf = ({ section, screen }: Photograph): string => `${section}.${screen}.png`

const figure = (photograph: Photograph) =>
  `<figure><img loading="lazy" width="${photograph.widthPx}" src="${fileOf(photograph)}" alt="">` +
  `<figcaption>${photograph.screen}</figcaption></figure>`

const row = (section: string, photographs: readonly Photograph[]) =>
  `<section id="${section}"><h2>${section}</h2><div>${photographs.map(figure).join('')}</div></section>`

const STYLE = `body { margin: 24px; background: #c9ced6; font: 14px/20px system-ui, sans-serif }
nav a { margin-right: 12px } div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto }
figure { flex: none; margin: 0 } img { display: block } figcaption { padding: 4px 0; text-align: center }`

/** One HTML page with all screenshots, one row for each section. */
export const writeContactSheet = async (folder: string, photographs: readonly Photograph[]): Promise<void> => {
  const sections = [...new Set(photographs.map(({ section }) => section))]
  const links = sections.map((section) => `<a href="#${section}">${section}</a>`).join('')
  const rows = sections.map((section) =>
    row(
      section,
      photographs.filter((one) => one.section === section),
    ),
  )
  const html = `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style><nav>${links}</nav>${rows.join('')}`
  await writeFile(path.join(folder, 'index.html'), html)
}
