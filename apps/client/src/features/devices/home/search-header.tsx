import { useEffect, useState } from 'react'
import { Box, Tap, TextInput } from '../../../shared/ui/elements/elements'
import { search } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { homeView, useHomeView } from './home-view.ts'
import styles from './search-header.module.css'

/** Debounce of the search. */
const PAUSE_MS = 250
const MAXIMUM_CHARACTERS = 32

/** Looks for devices by a part of their name. */
export function SearchHeader() {
  const [text, setText] = useState(() => useHomeView.getState().name ?? '')
  useEffect(() => {
    const timer = setTimeout(() => homeView.setName(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Box as="header" className={styles.bar}>
      <Box className={styles.field}>
        <Icon of={search} size={20} />
        <TextInput
          className={styles.input}
          label="搜索设备名称"
          placeholder="搜索设备名称"
          maxLength={MAXIMUM_CHARACTERS}
          value={text}
          onChange={setText}
          isFocused
        />
      </Box>
      <Tap className={styles.cancel} onTap={homeView.stopSearch}>
        取消
      </Tap>
    </Box>
  )
}
