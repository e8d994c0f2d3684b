import { Picker as NativePicker } from '@tarojs/components'
import { useId, useState } from 'react'
import { Box } from '../elements/elements'
import { FieldNote } from '../field/field-parts.tsx'
import type { PickerProps } from './picker.h5.tsx'
import { PickerBox } from './picker-box.tsx'
import { columnsOf, labelOf, type PickerPath, pathAfter, pathTo, valuesAt } from './picker-columns.ts'

/** Picker with the platform's own wheels. */
export function Picker({ label, placeholder, options, value, onChange, error, isDisabled }: PickerProps) {
  const errorId = useId()
  // Indexes while the wheels are open; the chosen value counts afterwards.
  const [turned, setTurned] = useState<PickerPath>()
  const path = turned ?? pathTo(options, value)
  const columns = columnsOf(options, path)
  const places = columns.map(({ chosen }) => chosen)
  const labels = columns.map((column) => column.options.map((option) => option.label))

  const choose = (chosen: PickerPath) => {
    setTurned(undefined)
    onChange(valuesAt(options, chosen))
  }
  const box = (
    <PickerBox
      text={labelOf(options, value)}
      placeholder={placeholder}
      isWrong={Boolean(error)}
      isDisabled={isDisabled}
    />
  )
  const isSingle = options.every(({ children }) => !children)
  return (
    <Box>
      {isSingle ? (
        <NativePicker
          mode="selector"
          range={labels[0] ?? []}
          value={places[0] ?? 0}
          headerText={label}
          disabled={isDisabled}
          onChange={({ detail }) => choose([Number(detail.value)])}
        >
          {box}
        </NativePicker>
      ) : (
        <NativePicker
          mode="multiSelector"
          range={labels}
          value={places}
          headerText={label}
          disabled={isDisabled}
          onColumnChange={({ detail }) => setTurned(pathAfter(path, detail.column, detail.value))}
          onCancel={() => setTurned(undefined)}
          onChange={({ detail }) => choose(detail.value)}
        >
          {box}
        </NativePicker>
      )}
      <FieldNote id={errorId} error={error} />
    </Box>
  )
}
