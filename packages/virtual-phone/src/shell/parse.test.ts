import { describe, expect, test } from 'vitest'
import { parseScript } from './parse.ts'
import { ShellSyntaxError } from './syntax.ts'

const text = (value: string, isQuoted = false) => ({ kind: 'text', text: value, isQuoted })

/** The words of the only command. */
function wordsOf(script: string) {
  const [step] = parseScript(script)
  const [command] = step?.pipeline.commands ?? []
  return command?.kind === 'simple' ? command.words : null
}

describe('words', () => {
  test('are cut at blanks and joined from their parts', () => {
    expect(wordsOf(`a  "b c"'d e'f\\ g`)).toEqual([
      [text('a')],
      [text('', true), text('b c', true), text('d e', true), text('f'), text(' ', true), text('g')],
    ])
  })

  test('in single quotes mean themselves', () => {
    expect(wordsOf(`'$x \`y\` "z" ; && \\n'`)).toEqual([[text('$x `y` "z" ; && \\n', true)]])
  })

  test('hold variables and the output of scripts', () => {
    expect(wordsOf('"$a" ${b:-c d} $(e "f)" (g)) `h`')).toEqual([
      [text('', true), { kind: 'variable', name: 'a', fallback: null, isQuoted: true }],
      [{ kind: 'variable', name: 'b', fallback: 'c d', isQuoted: false }],
      [{ kind: 'output', script: 'e "f)" (g)', isQuoted: false }],
      [{ kind: 'output', script: 'h', isQuoted: false }],
    ])
  })

  test('behind a hash are a comment, but not inside a word', () => {
    expect(wordsOf('a#b # c')).toEqual([[text('a#b')]])
  })
})

describe('scripts', () => {
  test('are steps with conditions', () => {
    expect(parseScript('a && b || c; d & e\nf').map(({ when, isBackground }) => [when, isBackground])).toEqual([
      ['always', false],
      ['succeeded', false],
      ['failed', false],
      ['always', true],
      ['always', false],
      ['always', false],
    ])
  })

  test('have pipes, groups and redirects', () => {
    const [step] = parseScript('! a < in 2>&1 | (b; c) >> out | { d; } 2> err')
    expect(step?.pipeline).toMatchObject({
      isNegated: true,
      commands: [
        {
          kind: 'simple',
          redirects: [
            { descriptor: 0, mode: 'read', target: [text('in')] },
            { kind: 'copy', descriptor: 2, from: 1 },
          ],
        },
        { kind: 'group', isSubshell: true, redirects: [{ descriptor: 1, mode: 'append' }] },
        { kind: 'group', isSubshell: false, redirects: [{ descriptor: 2, mode: 'write' }] },
      ],
    })
  })

  test('take assignments before the command only', () => {
    const [step] = parseScript('A=1 B="x y" env C=3')
    expect(step?.pipeline.commands[0]).toMatchObject({
      assignments: [{ name: 'A' }, { name: 'B' }],
      words: [[text('env')], [text('C=3')]],
    })
  })

  test.each([`'open`, '"open', '$(open', 'a |', '&& b', 'a && ', '(a', 'a )', 'a > ', '${}', `${'('.repeat(40)}a`])(
    'that make no sense are refused: %s',
    (script) => {
      expect(() => parseScript(script)).toThrow(ShellSyntaxError)
    },
  )
})
