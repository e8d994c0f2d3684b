import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPhone } from '../testing/test-phone.ts'

let phone: TestPhone
beforeAll(() => {
  phone = new TestPhone()
})
afterAll(() => phone.close())

test.each([
  ['echo a && echo b || echo c', 'a\nb\n'],
  ['false && echo b || echo c', 'c\n'],
  ['false; echo $?; true; echo $?', '1\n0\n'],
  ['! false && echo yes', 'yes\n'],
  ['x=1; (x=2; echo $x); echo $x', '2\n1\n'],
  ['x=1; { x=2; }; echo $x', '2\n'],
  ['x="a  b"; echo $x "$x"', 'a b a  b\n'],
  ['x=; echo ${x:-none} "${x:-n o}"', 'none n o\n'],
  ['echo $(echo "a b" c)', 'a b c\n'],
  ['echo "$(printf "1\\n2\\n\\n")"', '1\n2\n'],
  ['echo `echo in` ; A=5 env | grep ^A=', 'in\nA=5\n'],
  ['printf "b\\na\\n" | sort | head -n 1', 'a\n'],
  ['seq 100000 | head -n 2', '1\n2\n'],
  ['echo one > /sdcard/t; echo two >> /sdcard/t; cat < /sdcard/t; rm /sdcard/t', 'one\ntwo\n'],
  ['cd /sdcard; touch b.txt a.txt "c d"; echo *.txt "*.txt" c*; rm *.txt "c d"', 'a.txt b.txt *.txt c d\n'],
  ['echo /nothing/*', '/nothing/*\n'],
  ['sh -c "echo inner; exit 3" || echo $?', 'inner\n3\n'],
  ['[ -d /sdcard ] && test -z "" && [ 2 -lt 10 ] && echo ok', 'ok\n'],
  ['echo lost > /dev/null; echo kept 2>&1', 'kept\n'],
  ['echo a # b\necho c', 'a\nc\n'],
  ['echo 你好 | wc -c', '7\n'],
  ['for x in a "b c" $(echo d e); do echo "[$x]"; done', '[a]\n[b c]\n[d]\n[e]\n'],
  ['for x in; do echo never; done; echo $?', '0\n'],
  ['i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done', '0\n1\n2\n'],
  ['i=3; until [ $i = 0 ]; do i=$((i-1)); done; echo $i', '0\n'],
  ['for i in 1 2 3 4; do [ $i = 2 ] && continue; [ $i = 4 ] && break; echo $i; done', '1\n3\n'],
  ['for a in 1 2; do for b in 1 2; do echo $a$b; continue 2; done; done', '11\n21\n'],
  ['while true; do while true; do break 2; done; echo never; done; echo out', 'out\n'],
  ['printf "a 1\nb 2\n" | while read -r name value; do echo $value$name; done', '1a\n2b\n'],
  ['if false; then echo 1; elif [ 1 -eq 1 ]; then echo 2; else echo 3; fi', '2\n'],
  ['if false; then echo 1; fi; echo $?', '0\n'],
  ['if true\nthen\n  echo lines\nfi', 'lines\n'],
  [
    'for f in x.apk y.txt z; do case $f in *.apk|*.xapk) echo app;; (?) echo one;; *) echo $f; esac; done',
    'app\ny.txt\none\n',
  ],
  ['case "*" in "*") echo star;; esac; case abc in "a*") echo no;; a*) echo yes;; esac', 'star\nyes\n'],
  ['[[ abc == a*c && ! abc == "a*c" ]] && echo yes', 'yes\n'],
  [
    'x="a b"; [[ $x = "a b" && -n $x ]] && [[ -d /sdcard || -f /none ]] && [[ 3 -gt 2 && ( a < b ) ]] && echo ok',
    'ok\n',
  ],
  ['[ ! -e /none -a \\( -d /data -o -f /data \\) ] && echo ok', 'ok\n'],
  ['echo $((2 + 3 * 4)) $(((2 + 3) * 4)) $((7 / 2)) $((-7 % 3)) $((1 << 10))', '14 20 3 -1 1024\n'],
  ['x=5; echo $((x++ + ++x)) $x $((x > 6 ? x : 0)) $((x == 7 && 0 || 2))', '12 7 7 1\n'],
  ['x=3; (( x += 4, x *= 2 )); echo $x; ((x == 14)) && echo yes; ((0)) || echo no', '14\nyes\nno\n'],
  ['let "x = 0x10 + 2#101" y=x-1; echo $x $y; echo $((010)) $((2147483647 + 1))', '21 20\n10 -2147483648\n'],
  ['x=; echo $((1 ? 2 : 1/x))', '2\n'],
  ['((echo a); echo b)', 'a\nb\n'],
  [
    'f=/sdcard/a.tar.gz; echo ${f##*/} ${f%.*} ${f%%.*} ${f#/*/} ${#f}',
    'a.tar.gz /sdcard/a.tar /sdcard/a a.tar.gz 16\n',
  ],
  ['echo ${none:=set} $none ${none:+there} "${x-"a b"}"', 'set set there a b\n'],
  ["sh -c 'for a; do echo $a; done; echo $# $1; shift; echo \"$@\"' name 'b c' d", 'b c\nd\n2 b c\nd\n'],
  ['set -- 1 "2 3"; for a in "$@"; do echo "<$a>"; done', '<1>\n<2 3>\n'],
  ['for i in 1 2; do echo $i; done > /sdcard/loop; cat /sdcard/loop; rm /sdcard/loop', '1\n2\n'],
  ['i=0; while :; do i=$((i+1)); if (( i > 500 )); then break; fi; done; echo $i', '501\n'],
])('%s', async (script, expected) => {
  expect(await phone.print(script)).toBe(expected)
})

describe('failures', () => {
  test.each([
    ['nothing-like-it', 127, 'nothing-like-it: inaccessible or not found'],
    ['echo "open', 2, 'no closing quote'],
    ['cat /none', 1, 'cat: /none: No such file or directory'],
    ['cat < /none', 1, "can't open /none"],
    ['echo x > /sdcard', 1, "can't create /sdcard: Is a directory"],
    ['cd /none', 1, 'cd: /none: No such file or directory'],
    [`x='sh -c "$x"'; export x="$x"; sh -c "$x"`, 1, 'nested too deep'],
    ['sleep never', 1, "sleep: bad number 'never'"],
    ['if true; then echo a', 2, "syntax error: unexpected 'EOF'"],
    ['for 1x in a; do :; done', 2, "'1x' is not a name"],
    ['echo a; done', 2, "syntax error: unexpected 'done'"],
    ['echo $((1/0))', 1, '1/0: zero divisor'],
    ['echo $((1 +))', 1, 'unexpected end of expression'],
    ['[ x -eq 1 ]', 2, 'x: bad number'],
    ['[ a b c ]', 2, 'unexpected operator'],
    ['echo ${x:?nothing here}', 1, 'x: nothing here'],
  ])('%s', async (script, exitCode, words) => {
    const ran = await phone.run(script)
    expect(ran.exitCode).toBe(exitCode)
    expect(ran.stderr).toContain(words)
  })

  test('exit ends the script with its code', async () => {
    expect(await phone.run('echo a; exit 9; echo b')).toMatchObject({ exitCode: 9, stdout: 'a\n' })
    expect(await phone.run('(exit 4); echo $?')).toMatchObject({ exitCode: 0, stdout: '4\n' })
  })
})

test('a loop without end ends with its caller, and holds up nobody meanwhile', async () => {
  const caller = new AbortController()
  const endless = phone.run('while true; do :; done', '', caller.signal)
  expect(await phone.print('echo meanwhile')).toBe('meanwhile\n')
  caller.abort()
  expect((await endless).exitCode).toBe(130)
})

test('whatever stands in single quotes arrives as one argument', async () => {
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
  const word = fc.string({ unit: fc.constantFrom(...`ab ;&|<>()$\`"'\\*?[]#\n{}=~!%`), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 4 }), async (words) => {
      const printed = await phone.print(`printf '[%s]' ${words.map(quote).join(' ')}`)
      expect(printed).toBe(words.map((each) => `[${each}]`).join(''))
    }),
    { numRuns: 200 },
  )
})

test('stdin passes through pipes untouched', async () => {
  const input = new Uint8Array(500_000).map((_, index) => (index * 7) % 251)
  expect((await phone.run('cat | cat | cat', input)).bytes).toEqual(input)
})
