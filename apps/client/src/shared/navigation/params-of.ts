export type PageParams = Readonly<Record<string, string>>

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The query of an address, decoded, which neither platform does. A repeated name counts once, with its first value. */
export const paramsOf = (url: string): PageParams => {
  const [, query = ''] = url.split(/\?(.*)/s)
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [decode(name), decode(value)] as const
    })
  const isFirst = ([name]: readonly [string, string], index: number) =>
    pairs.findIndex(([other]) => other === name) === index
  return Object.fromEntries(pairs.filter(isFirst))
}

const pathIn = (url: string) => url.split('?', 1)[0]

/** Whether two addresses have the same path and parameters, regardless of encoding. */
export const isSameUrl = (one: string, other: string): boolean => {
  const [params, others] = [paramsOf(one), paramsOf(other)]
  const names = Object.keys(params)
  return (
    pathIn(one) === pathIn(other) &&
    names.length === Object.keys(others).length &&
    names.every((name) => params[name] === others[name])
  )
}
