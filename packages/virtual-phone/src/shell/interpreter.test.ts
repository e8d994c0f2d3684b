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
