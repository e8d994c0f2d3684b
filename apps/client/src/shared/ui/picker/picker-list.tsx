import { useEffect, useId } from 'react'
import { ChoiceGroup } from '../choice/choice-group'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { check } from '../icon/icons.ts'
import styles from './picker.module.css'
import type { PickerColumn } from './picker-columns.ts'

interface PickerListProps {
  readonly label: string
  readonly column: PickerColumn
  /** Off before anything was chosen: then nothing is marked. */
  readonly hasChoice: boolean
  readonly isFollowed: boolean
  readonly onChoose: (place: number) => void
}

/** One column of a picker on its sheet. */
export function PickerList({ label, column, hasChoice, isFollowed, onChoose }: PickerListProps) {
  const id = useId()
  useEffect(() => {
    document.getElementById(id)?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <Box id={id} className={styles.column}>
      <ChoiceGroup role="listbox" label={label} isFollowed={isFollowed}>
        {column.options.map((option, place) => {
          const isChosen = hasChoice && place === column.chosen
          return (
            <Tap
              key={option.value}
              className={classes(styles.option, isChosen && styles.chosen)}
              choice="option"
              isChecked={isChosen}
              isTabStop={place === column.chosen}
              onTap={() => onChoose(place)}
            >
              <Box as="span" className={styles.words}>
                {option.label}
              </Box>
              {isChosen && <Icon of={check} size={20} />}
            </Tap>
          )
        })}
      </ChoiceGroup>
    </Box>
  )
}
