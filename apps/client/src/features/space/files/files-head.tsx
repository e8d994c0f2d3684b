import { useEffect, useState } from 'react'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Box, Tap, TextInput } from '../../../shared/ui/elements/elements'
import { search, sliders } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { close } from '../../../shared/ui/icon/icons.ts'
import styles from './space-files.module.css'

/** Debounce of the search. */
const PAUSE_MS = 250
const MAXIMUM_CHARACTERS = 32

interface SearchFieldProps {
  readonly onSearch: (text: string) => void
  readonly onClose: () => void
}

function SearchField({ onSearch, onClose }: SearchFieldProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <Box className={styles.search}>
      <Icon of={search} size={20} />
      <TextInput
        className={styles.input}
        label="搜索文件名"
        placeholder="搜索文件名"
        maxLength={MAXIMUM_CHARACTERS}
        isFocused
        value={text}
        onChange={setText}
      />
      <Tap className={styles.clear} label="结束搜索" onTap={onClose}>
        <Icon of={close} size={20} />
      </Tap>
    </Box>
  )
}

interface FilesHeadProps extends SearchFieldProps {
  readonly isSearching: boolean
  readonly onOpen: () => void
  readonly onOptions: () => void
}

/** Over the files: their search and order. */
export function FilesHead({ isSearching, onOpen, onOptions, ...field }: FilesHeadProps) {
  return (
    <>
      <Box className={styles.head}>
        <Box as="h2" className={styles.title}>
          文件
        </Box>
        <Box className={styles.tools}>
          {!isSearching && <IconButton of={search} size={20} label="搜索" onTap={onOpen} />}
          <IconButton of={sliders} size={20} label="排序与管理" onTap={onOptions} />
        </Box>
      </Box>
      {isSearching && <SearchField {...field} />}
    </>
  )
}
