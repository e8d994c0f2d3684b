import { openSheet } from '../overlays/sheet.ts'
import { anything, type BuiltIn, flag, type Host, list, text } from './built-in.ts'

type Choice = string | Readonly<Record<string, unknown>>

const labelOf = (host: Host, option: Choice): string =>
  typeof option === 'string' ? option : String(option[host.get<string>('rangeKey')])

const indexes = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [Number(value) || 0])

export const picker: BuiltIn = {
  properties: {
    mode: text('selector'),
    range: list(),
    rangeKey: text(),
    value: anything(0),
    start: text(),
    end: text(),
    disabled: flag(),
    name: text(),
    headerText: text(),
  },
  attached(host) {
    host.onTap(() => void open(host))
  },
}

async function open(host: Host): Promise<void> {
  const mode = host.get<string>('mode')
  if (mode === 'selector' || mode === 'multiSelector') await chooseFromColumns(host, mode)
  else if (mode === 'date' || mode === 'time') await chooseDateOrTime(host, mode)
  else host.services.recorder.error('<picker>', `mode ${mode} does not exist in the runner`)
}

async function chooseFromColumns(host: Host, mode: 'selector' | 'multiSelector'): Promise<void> {
  const range = host.get<readonly unknown[]>('range')
  const columns = (mode === 'selector' ? [range] : range) as readonly (readonly Choice[])[]
  const chosen = indexes(host.get('value'))
  const selects = columns.map((column, index) => {
    const select = document.createElement('select')
    select.size = 5
    select.append(...column.map((option) => new Option(labelOf(host, option))))
    select.selectedIndex = chosen[index] ?? 0
    if (mode === 'multiSelector') {
      select.addEventListener('change', () => host.emit('columnchange', { column: index, value: select.selectedIndex }))
    }
    return select
  })
  const values = () => selects.map((select) => select.selectedIndex)
  await finish(host, selects, () => (mode === 'selector' ? values()[0] : values()))
}

async function chooseDateOrTime(host: Host, mode: 'date' | 'time'): Promise<void> {
  const field = document.createElement('input')
  field.type = mode
  field.value = String(host.get('value') ?? '')
  field.min = host.get('start')
  field.max = host.get('end')
  await finish(host, [field], () => field.value)
}

async function finish(host: Host, fields: readonly HTMLElement[], read: () => unknown): Promise<void> {
  if (await openSheet(host.get('headerText'), fields)) {
    const value = read()
    host.set('value', value)
    host.emit('change', { value })
  } else {
    host.emit('cancel', {})
  }
}
