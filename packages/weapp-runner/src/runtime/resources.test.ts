import { expect, it } from 'vitest'
import { resourceUrls } from './resources.ts'

const places = { packageUrl: 'http://here/package/', currentPath: () => 'pages/Home/index' }

it.each([
  ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['/icons/a.png', 'http://here/package/icons/a.png'],
  ['../b.png', 'http://here/package/pages/b.png'],
  ['https://api.example/covers/1.jpg?v=2', 'https://api.example/covers/1.jpg?v=2'],
])('%s is at %s', (source, expected) => expect(resourceUrls(places)(source)).toBe(expected))

it.each(['https://api.example/covers/1.jpg?v=2', '//api.example/covers/1.jpg?v=2'])(
  '%s goes to the server that stands in',
  (source) =>
    expect(resourceUrls({ ...places, requestOrigin: 'http://localhost:1' })(source)).toBe(
      'http://localhost:1/covers/1.jpg?v=2',
    ),
)
