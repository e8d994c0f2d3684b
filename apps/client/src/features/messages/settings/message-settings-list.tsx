import { alertLabels, MAX_SMS_PER_DAY, MessageType, messageTypeLabels } from '@yunji/contract/messages/rules'
import type { AlertSetting, MessageSetting } from '@yunji/contract/messages/schema'
import { canRequestSubscription } from '../../../shared/platform/wechat'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { bell } from '../../../shared/ui/icon/icons.ts'
import { RowsSkeleton, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { messageDisplays } from '../centre/message-displays.ts'
import styles from './message-settings.module.css'
import { useAddSubscription, useChangeAlert, useChangeSetting, useMessageSettings } from './message-settings.ts'
import { subscriptionText } from './subscription-text.ts'

interface SettingProps {
  readonly setting: MessageSetting
  /** Id of WeChat's message template; absent when the type has none. */
  readonly templateId: string | undefined
}

function Subscription({ setting, templateId }: SettingProps) {
  const { messageType, isSubscribed, subscriptionsLeft } = setting
  const name = messageTypeLabels[messageType]
  const changeSetting = useChangeSetting()
  const addition = useAddSubscription()
  const toggle = (isOn: boolean) => {
    changeSetting({ messageType, changes: { isSubscribed: isOn } })
    if (isOn && subscriptionsLeft === 0 && templateId && canRequestSubscription)
      addition.run({ messageType, templateId })
  }
  return (
    <Cell
      title="微信订阅消息"
      sub={subscriptionText({
        isSubscribed,
        subscriptionsLeft,
        hasTemplate: Boolean(templateId),
        canAsk: canRequestSubscription,
      })}
      value={
        templateId && (
          <Box className={styles.controls}>
            {canRequestSubscription && isSubscribed && (
              <Button
                variant="tint"
                size="small"
                isBusy={addition.isBusy}
                onTap={() => addition.run({ messageType, templateId })}
              >
                增加
              </Button>
            )}
            <Switch label={`${name}的微信订阅消息`} isOn={isSubscribed} onChange={toggle} />
          </Box>
        )
      }
    />
  )
}

interface AllWaysProps extends SettingProps {
  /** True when the product has WeChat message templates. */
  readonly hasWechat: boolean
}

function Setting({ setting, templateId, hasWechat }: AllWaysProps) {
  const { messageType, isSentBySms } = setting
  const { icon, tone } = messageDisplays[messageType]
  const changeSetting = useChangeSetting()
  const name = messageTypeLabels[messageType]
  return (
    <Card>
      <Box className={styles.head}>
        <IconTile of={icon} tone={tone} />
        <Box as="h2" className={styles.name}>
          {name}
        </Box>
      </Box>
      <Cell title="站内消息" value={<Tag>始终开启</Tag>} />
      {hasWechat && <Subscription setting={setting} templateId={templateId} />}
      <Cell
        title="短信"
        sub={messageType === MessageType.renewalReminder ? '到期前和到期时提醒' : undefined}
        value={
          <Switch
            label={`${name}的短信`}
            isOn={isSentBySms}
            onChange={(isOn) => changeSetting({ messageType, changes: { isSentBySms: isOn } })}
          />
        }
      />
    </Card>
  )
}

/** Alerts that can be switched off one by one. */
function Alerts({ alerts }: { readonly alerts: readonly AlertSetting[] }) {
  const changeAlert = useChangeAlert()
  return (
    <Card>
      <Box className={styles.head}>
        <IconTile of={bell} tone="brand" />
        <Box as="h2" className={styles.name}>
          提醒
        </Box>
      </Box>
      {alerts.map(({ alert, isOn }) => (
        <Cell
          key={alert}
          title={alertLabels[alert].title}
          sub={alertLabels[alert].note}
          value={
            <Switch
              label={alertLabels[alert].title}
              isOn={isOn}
              onChange={(next) => changeAlert({ alert, isOn: next })}
            />
          }
        />
      ))}
    </Card>
  )
}

function SettingsSkeleton() {
  return (
    <Skeleton>
      <RowsSkeleton rows={3} />
      <RowsSkeleton rows={3} />
    </Skeleton>
  )
}

/** Channels of each type of message. */
export function MessageSettingsList() {
  return (
    <Box className={styles.settings}>
      <Async of={useMessageSettings()} loading={<SettingsSkeleton />}>
        {({ settings, alerts, templates }) => (
          <>
            <Alerts alerts={alerts} />
            {settings.map((setting) => (
              <Setting
                key={setting.messageType}
                setting={setting}
                hasWechat={templates.length > 0}
                templateId={templates.find(({ messageType }) => messageType === setting.messageType)?.templateId}
              />
            ))}
            <Box as="p" className={styles.note}>
              短信会发送到你绑定的手机号，每天最多 {MAX_SMS_PER_DAY} 条
            </Box>
          </>
        )}
      </Async>
    </Box>
  )
}
