import * as fc from 'fast-check'

const nested = (open: string, inside: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`

/** JSON texts that have broken programs before. */
const FRAGMENTS: readonly string[] = [
  `null true false [] {} [null] [[]] "" [1,2,3] ["a","b"] {"a":1} ["13800138000"]`,
  `0 -0 -1 0.5 1.0000000001 1e400 -1e400 1e-400 1E5 2147483648 -2147483649 9007199254740993 18446744073709551616`,
  `"NaN" "Infinity" "undefined" "null" "0x1F" "1e3" "-1" "1,5" "０１２" "１３８００１３８０００" "😀"`,
  String.raw`"\u0000" "a\u0000b" "\ud800" "\udfff\ud800" "\u202e" "\ufeff" "13800138000\n" "%s%n%x" "../../etc/passwd"`,
  `{"__proto__":{"isAdmin":true}} {"constructor":{"prototype":{"x":1}}} {"$gt":""} {"toString":1} {"length":-1}`,
  `{"then":1} {"toJSON":1} {"valueOf":null}`,
]
  .flatMap((line) => line.split(' '))
  .concat(
    '" "',
    `"' or 1=1 --"`,
    '"x; drop table users"',
    '"<script>alert(1)</script>"',
    '1'.repeat(400),
    `"${'x'.repeat(5_000)}"`,
    `"${'云'.repeat(3_000)}"`,
    nested('[', '', ']', 3_000),
    nested('{"a":', '1', '}', 3_000),
    `[${Array.from({ length: 2_000 }, () => '{}').join()}]`,
  )

export const hostileFragment: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
)

/** Invalid JSON. */
export const brokenJson: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom<string | Buffer>(
    '{',
    '{"a":1',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '[1,2',
    'NaN',
    '{"a":NaN}',
    '{"a":undefined}',
    '{"a":1} {"b":2}',
    '// no\n{}',
    '\ufeff{}',
    '"\n"',
    '{"a":"\u0001"}',
    '\0',
    'mobilePhone=13800138000&password=x',
    '<xml/>',
    nested('[', '', '', 20_000),
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a]),
  ),
  fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }).filter((text) => !isJson(text)),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from([0xff, ...bytes])),
)

const QUERY_TEXTS: readonly string[] = [
  '% %zz %00 a%00b %ff%fe %c3%28 %u0041 %ud800 + %20 %0d%0a %2e%2e%2f',
  "-1 0 0x10 1e3 1.5 NaN 99999999999999999999 １ 1,2 [] true null undefined %7B%7D [object%20Object] '%20or%201=1 😀",
]
  .flatMap((line) => line.split(' '))
  .concat('', 'x'.repeat(3_000))

/** Query values, with valid and broken percent-encoding. */
export const hostileQueryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...QUERY_TEXTS),
  fc.string({ maxLength: 30 }).map(encodeURIComponent),
)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
