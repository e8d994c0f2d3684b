import type { IconDrawing } from './icons.ts'

export const download: IconDrawing =
  '<path d="M12 4v11M7.5 11 12 15.5 16.5 11"/><path d="M4.5 14.5v3a2.5 2.5 0 0 0 2.5 2.5h10a2.5 2.5 0 0 0 2.5-2.5v-3"/>'
export const file: IconDrawing =
  '<path d="M13.5 3.5H8A2.5 2.5 0 0 0 5.5 6v12A2.5 2.5 0 0 0 8 20.5h8a2.5 2.5 0 0 0 2.5-2.5V8.5Z"/><path d="M13.5 3.5v5h5M9 13h6M9 16.5h4"/>'
export const image: IconDrawing =
  '<rect x="3.5" y="4.5" width="17" height="15" rx="3"/><circle cx="8.7" cy="9.5" r="1.5"/><path d="m4 17 4.5-4.3 3.3 3 3.2-3.2 5 4.7"/>'
export const pack: IconDrawing =
  '<path d="M12 3.5 19.5 7.5v9L12 20.5l-7.5-4v-9Z"/><path d="M4.5 7.5 12 11.7l7.5-4.2M12 11.7v8.8"/>'
export const upload: IconDrawing =
  '<path d="M12 15.5V4.5M7.5 8.5 12 4l4.5 4.5"/><path d="M4.5 14.5v3a2.5 2.5 0 0 0 2.5 2.5h10a2.5 2.5 0 0 0 2.5-2.5v-3"/>'
export const video: IconDrawing =
  '<rect x="3.5" y="5" width="17" height="14" rx="3"/><path d="m10.3 9.3 4.5 2.7-4.5 2.7Z"/>'
