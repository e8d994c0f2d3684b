import { AppError } from '../errors.ts'

/**
 * `JSON.parse` keeps the last of two equal keys, so a check and its use could see different values; and PostgreSQL
 * refuses U+0000 in text. Both are refused before any handler sees the body.
 */
export const parseJsonBody = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('BAD_INPUT', { text: '请求内容不是有效的 JSON' })
  }
  if (text.includes('\\u0000')) throw new AppError('BAD_INPUT', { text: '请求内容含有不允许的字符' })
  const duplicate = findDuplicateKey(text)
  if (duplicate !== undefined) throw new AppError('BAD_INPUT', { text: '请求内容有重复的字段' })
  return value
}

/** Whole strings, single brackets and separators; the text must be valid JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** First key that occurs twice in one object; `__proto__` always counts as duplicate. */
export const findDuplicateKey = (json: string): string | undefined => {
  const objects: (Set<string> | null)[] = []
  let lastString = ''
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') objects.push(new Set())
    else if (token === '[') objects.push(null)
    else if (token === '}' || token === ']') objects.pop()
    else if (token === ':') {
      const key = JSON.parse(lastString) as string
      const keys = objects.at(-1)
      if (keys?.has(key) || key === '__proto__') return key
      keys?.add(key)
    } else if (token !== ',') lastString = token
  }
  return undefined
}
