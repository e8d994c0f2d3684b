import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { operatorRoleLabels } from '@yunji/contract/operator/labels'
import { leaveSession } from '../session/log-out.ts'
import { useSelf } from '../session/self.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './shell.module.css'
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme.ts'

const themes: readonly (readonly [ThemeChoice, string])[] = [
  ['system', '跟随系统'],
  ['light', '浅色'],
  ['dark', '深色'],
]

export function OperatorMenu() {
  const { operator } = useSelf()
  const theme = useThemeChoice()
  const navigate = useNavigate()
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.avatar} aria-label={`${operator.name}的菜单`}>
        {operator.name.slice(0, 1).toUpperCase()}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={8} align="end">
          <Menu.Popup className={styles.menu}>
            <div className={styles.menuHead}>
              <strong>{operator.name}</strong>
              <small>{operatorRoleLabels[operator.role]}</small>
            </div>
            <Menu.Item className={styles.menuItem} onClick={() => void navigate({ to: '/account' })}>
              <Icon name="lock" size={16} />
              登录与密码
            </Menu.Item>
            <Menu.Separator className={styles.separator} />
            <Menu.RadioGroup value={theme} onValueChange={(next) => chooseTheme(next as ThemeChoice)}>
              {themes.map(([value, label]) => (
                <Menu.RadioItem key={value} value={value} className={styles.menuItem}>
                  <span className={styles.mark}>
                    <Menu.RadioItemIndicator>
                      <Icon name="check" size={16} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={styles.separator} />
            <Menu.Item className={styles.menuItem} onClick={() => leaveSession()}>
              <Icon name="logOut" size={16} />
              退出登录
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
