import { Combobox } from '@base-ui/react/combobox'
import { useMemo, useState } from 'react'
import styles from './form.module.css'
import { Labelled, type Option, useField } from './form.tsx'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  /** Found by what was typed last. */
  readonly options: readonly Option<number>[]
  readonly isSearching: boolean
  readonly onSearch: (text: string) => void
  /** Words for the value that the form begins with. */
  readonly valueText: string
}

/** A choice among more than a list can show: typing searches, arrows and Enter choose. */
export function SearchField({ name, label, placeholder, options, isSearching, onSearch, valueText }: SearchFieldProps) {
  const { field, error } = useField(name)
  const [chosen, setChosen] = useState<Option<number> | null>(null)
  const value = field.value as number | undefined
  const items = options.map(([id, text]) => ({ value: id, label: text }))
  const words = chosen && chosen[0] === value ? chosen[1] : valueText
  // Another object would put its words back over what is being typed.
  const item = useMemo(() => (value === undefined ? null : { value, label: words }), [value, words])
  return (
    <Labelled label={label} error={error}>
      {(ids) => (
        <Combobox.Root
          items={items}
          filter={null}
          value={item}
          isItemEqualToValue={(one, other) => one.value === other.value}
          autoHighlight
          onInputValueChange={(text, { reason }) => reason === 'input-change' && onSearch(text)}
          onOpenChange={(isOpen, { reason }) => isOpen && reason !== 'input-change' && onSearch('')}
          onValueChange={(next) => {
            setChosen(next && [next.value, next.label])
            field.onChange(next?.value)
          }}
        >
          <Combobox.InputGroup className={styles.inputBox}>
            <Combobox.Input
              {...ids}
              ref={field.ref}
              placeholder={placeholder}
              className={`${styles.input} ${styles.withButton}`}
              onBlur={field.onBlur}
            />
            <Combobox.Trigger className={styles.opener} aria-label={`${label}：全部`}>
              <Icon name="down" size={16} />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner className={styles.positioner} sideOffset={4}>
              <Combobox.Popup className={styles.popup}>
                <Combobox.Status className={styles.none}>{isSearching ? '正在查找…' : null}</Combobox.Status>
                <Combobox.Empty>{isSearching ? null : <p className={styles.none}>没有找到</p>}</Combobox.Empty>
                <Combobox.List>
                  {(one: (typeof items)[number]) => (
                    <Combobox.Item key={one.value} value={one} className={styles.option}>
                      {one.label}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Labelled>
  )
}
