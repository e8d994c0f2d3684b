/** A wrong or missing setting, named in the message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Names read by client builds, the development server, tools and tests, not by the server. */
export const OTHER_NAMES = [
  'COOKIE_DOMAIN',
  'EXTERNAL_WEB_HOST',
  'YUNJI_API_BASE',
  'YUNJI_APP_VERSION',
  'YUNJI_GALLERY',
  'YUNJI_DEV_PORT',
  'YUNJI_CONSOLE_PORT',
  'YUNJI_PHONE',
  'YUNJI_PHONE_APK',
  'YUNJI_PHONE_ERASE',
  'YUNJI_SCRCPY_SERVER',
] as const

/** Prefixes of the product's settings. `ALIBABA_CLOUD_…` and `TENCENTCLOUD_…` belong to the vendors' own tools. */
const OWN_NAME =
  /^(YUNJI|ALIPAY|WECHAT|SMS|PAY|TENCENT|ALIBABA_(SMS|ACCESS)|ID_CARD)_|^(TRUSTED_PROX|PUBLIC_(ORIGIN|HOST)|DATABASE_UR)/i

/** Variables that Kubernetes adds for a service called `yunji`. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?$/
const isOfKubernetes = (name: string, value: string): boolean =>
  OF_KUBERNETES.test(name) || (name.endsWith('_PORT') && /^(tcp|udp):\/\//.test(value))

/** Refuses misspelt names, which would be ignored silently. */
export const assertKnownNames = (env: Readonly<Record<string, string | undefined>>, known: readonly string[]): void => {
  const all = [...known, ...OTHER_NAMES]
  for (const [name, value] of Object.entries(env)) {
    if (!value || !OWN_NAME.test(name) || all.includes(name)) continue
    if (name.startsWith('YUNJI_TEST_') || isOfKubernetes(name, value)) continue
    const nearest = nearestOf(name, all)
    throw new ConfigError(`${name} is not a setting${nearest ? `: did you mean ${nearest}?` : ' (docs/settings.md)'}`)
  }
}

/** Environment for a child process that needs no setting and must not hold keys. */
export const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_NAME.test(name)))

/** The name with the fewest differing characters, where fewer than half of them differ. */
const nearestOf = (name: string, all: readonly string[]): string | undefined => {
  const [nearest] = all
    .map((candidate) => ({ candidate, distance: distanceOf(name.toUpperCase(), candidate) }))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest && nearest.distance < name.length / 2 ? nearest.candidate : undefined
}

/** Levenshtein distance. */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_each, index) => index)
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1)
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
