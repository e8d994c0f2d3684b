import { maskPhone } from '@yunji/contract/display/text'
import { useState } from 'react'
import { Avatar } from '../../../../shared/accounts/avatar.tsx'
import { useSavedAccounts } from '../../../../shared/session/session.ts'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { FieldAction } from '../../../../shared/ui/field/field-parts.tsx'
import { down } from '../../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import styles from './saved-numbers.module.css'

interface SavedNumbersProps {
  readonly onChoose: (phone: string) => void
}

/** Phone numbers of earlier logins; draws nothing without any. */
export function SavedNumbers({ onChoose }: SavedNumbersProps) {
  const [isOpen, setOpen] = useState(false)
  const accounts = useSavedAccounts().filter(({ mobilePhone }) => mobilePhone)
  if (accounts.length === 0) return null
  return (
    <>
      <FieldAction label="选择登录过的手机号" onTap={() => setOpen(true)}>
        <Icon of={down} size={20} />
      </FieldAction>
      <Sheet title="登录过的手机号" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Box className={styles.list}>
          {accounts.map(({ userId, name, avatar, mobilePhone = '' }) => (
            <Cell
              key={userId}
              leading={<Avatar src={avatar} isSmall />}
              title={maskPhone(mobilePhone)}
              isTitleLarge
              sub={name}
              onTap={() => {
                setOpen(false)
                onChoose(mobilePhone)
              }}
            />
          ))}
        </Box>
      </Sheet>
    </>
  )
}
