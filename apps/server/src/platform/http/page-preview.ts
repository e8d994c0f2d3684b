/** How a link to a page looks in a chat. */
export interface PagePreview {
  readonly title: string
  readonly description: string
  /** Path on this host. */
  readonly image: string
  /** Path and parameters that the preview is about, without whatever else a link carries. */
  readonly path: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Open Graph for most hosts; WeChat and QQ read `itemprop`. */
const tagsOf = ({ title, description, image, path }: PagePreview, origin: string): string =>
  [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', '云机'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', `${origin}${image}`],
    ['property', 'og:url', `${origin}${path}`],
    ['itemprop', 'name', title],
    ['itemprop', 'description', description],
    ['itemprop', 'image', `${origin}${image}`],
  ]
    .map(([kind, name, content = '']) => `<meta ${kind}="${name}" content="${escapeHtml(content)}"/>`)
    .join('')

/** The entry of the client with the preview in its head. */
export const withPreview = (entry: string, preview: PagePreview, origin: string): string =>
  entry.replace('</head>', () => `${tagsOf(preview, origin)}</head>`)
