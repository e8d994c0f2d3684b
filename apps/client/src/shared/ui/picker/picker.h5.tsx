import { useId, useState } from 'react'
import { Button } from '../button/button.tsx'
import { Box, Tap } from '../elements/elements'
import { FieldNote } from '../field/field-parts.tsx'
import { Sheet } from '../overlay/sheet.tsx'
import styles from './picker.module.css'
import { PickerBox } from './picker-box.tsx'
import type { PickerOption, PickerValue } from './picker-columns.ts'
import { columnsOf, labelOf, type PickerPath, pathAfter, pathTo, valuesAt } from './picker-columns.ts'
import { PickerList } from './picker-list.tsx'

export interface PickerProps {
  readonly label: string
  readonly placeholder: string
  /** Options of the first column; children make up the next ones. */
  readonly options: readonly PickerOption[]
  /** Selected value of each column; empty before a choice. */
  readonly value: readonly PickerValue[]
  readonly onChange: (value: readonly PickerValue[]) => void
  readonly error?: string
  readonly isDisabled?: boolean
}

/** Picker on a sheet. A single column answers at once; several are confirmed together. */
export function Picker({ label, placeholder, options, value, onChange, error, isDisabled }: PickerProps) {
  const errorId = useId()
  const [isOpen, setOpen] = useState(false)
  const [path, setPath] = useState<PickerPath>([])
  const columns = columnsOf(options, path)
  const text = labelOf(options, value)
  const isSingle = options.every(({ children }) => !children)

  const open = () => {
    setPath(pathTo(options, value))
    setOpen(true)
  }
  const confirm = (chosen: PickerPath) => {
    onChange(valuesAt(options, chosen))
    setOpen(false)
  }
  const choose = (column: number, place: number) => {
    const next = pathAfter(path, column, place)
    setPath(next)
    if (isSingle) confirm(next)
  }

  const footer = isSingle ? undefined : (
    <Box className={styles.footer}>
      <Button onTap={() => confirm(path)}>确定</Button>
    </Box>
  )
  return (
    <Box>
      <Tap className={styles.opener} label={`${label}：${text ?? placeholder}`} isDisabled={isDisabled} onTap={open}>
        <PickerBox text={text} placeholder={placeholder} isWrong={Boolean(error)} isDisabled={isDisabled} />
      </Tap>
      <FieldNote id={errorId} error={error} />
      <Sheet isOpen={isOpen} title={label} footer={footer} onClose={() => setOpen(false)}>
        <Box className={styles.columns}>
          {columns.map((column, index) => (
            <PickerList
              // A column that follows from another choice is another list.
              key={[index, ...path.slice(0, index)].join()}
              label={columns.length > 1 ? `${label}，第 ${index + 1} 列` : label}
              column={column}
              hasChoice={!isSingle || path.length > 0}
              isFollowed={!isSingle}
              onChoose={(place) => choose(index, place)}
            />
          ))}
        </Box>
      </Sheet>
    </Box>
  )
}
