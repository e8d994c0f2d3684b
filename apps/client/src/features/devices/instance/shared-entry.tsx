import { getShare, openShare } from '@yunji/contract/devices/grant/calls'
import {
  accessLabels,
  CARD_CODE_PATTERN,
  SHARE_PARAM,
  SHARE_PIN_CHARACTERS,
  SHARE_PIN_PATTERN,
  SHARE_SECRET_PATTERN,
} from '@yunji/contract/devices/grant/rules'
import { remainingTime } from '@yunji/contract/display/time'
import { useState } from 'react'
import { requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import type { StreamTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './shared-entry.module.css'

/** What a visitor opens a shared device with. */
export type ShareCredential = { readonly secret: string } | { readonly cardCode: string }

const CARD_CODE_PARAM = 'cardCode'

export const credentialOf = (params: PageParams): ShareCredential | undefined => {
  const { [SHARE_PARAM]: secret = '', [CARD_CODE_PARAM]: cardCode = '' } = params
  if (SHARE_SECRET_PATTERN.test(secret)) return { secret }
  return CARD_CODE_PATTERN.test(cardCode) ? { cardCode } : undefined
}

interface SharedEntryProps {
  readonly credential: ShareCredential
  readonly onOpen: (ticket: StreamTicket) => void
}

/** Says what is shared, and asks for the PIN. Opening counts as a use, so it takes a tap. */
export function SharedEntry({ credential, onOpen }: SharedEntryProps) {
  const nowMs = useMinute()
  const [pin, setPin] = useState('')
  const { isBusy, run } = useWrite(async () =>
    onOpen(await requestData(openShare, { ...credential, ...(pin !== '' && { pin }) })),
  )
  return (
    <Async of={useCall(getShare, credential)}>
      {({ access, hasPin, expiresAt }) => (
        <Card isPadded className={styles.card}>
          <Box as="h1" className={styles.title}>
            有人向你分享了一台云手机
          </Box>
          <Box as="p" className={styles.hint}>
            {`${accessLabels[access]} · ${remainingTime(expiresAt, nowMs)}。你将以访客身份打开，设备的主人能看到使用记录。`}
          </Box>
          {hasPin && (
            <Field
              label="访问密码"
              placeholder="4 位访问密码"
              kind="number"
              maxLength={SHARE_PIN_CHARACTERS}
              value={pin}
              onChange={(text) => setPin(text.replace(/\D/g, ''))}
            />
          )}
          <Button isBusy={isBusy} isDisabled={hasPin && !SHARE_PIN_PATTERN.test(pin)} onTap={() => run()}>
            打开云手机
          </Button>
        </Card>
      )}
    </Async>
  )
}
