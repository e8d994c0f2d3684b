/** Built-in components that the runtime implements. */
export const implementedTags = [
  'button',
  'canvas',
  'checkbox',
  'checkbox-group',
  'cover-image',
  'cover-view',
  'form',
  'image',
  'input',
  'label',
  'navigator',
  'picker',
  'progress',
  'radio',
  'radio-group',
  'rich-text',
  'root-portal',
  'scroll-view',
  'slider',
  'swiper',
  'swiper-item',
  'switch',
  'text',
  'textarea',
  'view',
  'web-view',
] as const

/** Built-in components of WeChat that the runtime does not have: using one is an error. */
const unimplementedTags = [
  'ad',
  'ad-custom',
  'audio',
  'camera',
  'channel-live',
  'channel-video',
  'editor',
  'functional-page-navigator',
  'grid-builder',
  'grid-view',
  'icon',
  'keyboard-accessory',
  'list-builder',
  'list-view',
  'live-player',
  'live-pusher',
  'map',
  'match-media',
  'movable-area',
  'movable-view',
  'native-component',
  'navigation-bar',
  'official-account',
  'open-container',
  'open-data',
  'page-container',
  'page-meta',
  'picker-view',
  'picker-view-column',
  'share-element',
  'snapshot',
  'span',
  'sticky-header',
  'sticky-section',
  'video',
  'voip-room',
  'xr-frame',
] as const

export type ImplementedTag = (typeof implementedTags)[number]
export type BuiltInTag = ImplementedTag | (typeof unimplementedTags)[number]

export const builtInTags: readonly BuiltInTag[] = [...implementedTags, ...unimplementedTags]

/** Built-in tags keep their own element names in the page, so that the browser's own elements never get their styles. */
export const elementNameOf = (tag: string): string => `wx-${tag}`
