import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { forward, phone, transfer } from '../../../shared/ui/icon/icons.ts'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'

const variants = [
  ['primary', '主按钮'],
  ['tint', '浅按钮'],
  ['outline', '描边'],
  ['quiet', '取消'],
  ['danger', '危险'],
  ['irreversible', '确认清理'],
] as const

function Content() {
  return (
    <>
      {(['large', 'medium', 'small'] as const).map((size) => (
        <Specimen key={size} title={size}>
          <Row>
            {variants.map(([variant, text]) => (
              <Button key={variant} variant={variant} size={size} isNarrow>
                {text}
              </Button>
            ))}
            <Button size={size} isNarrow isDisabled>
              不可用
            </Button>
          </Row>
        </Specimen>
      ))}
      <Specimen title="icon, lifted, whole width">
        <Button icon={phone} isLifted>
          进入云手机
        </Button>
        <Button icon={phone} isLifted isMuted>
          进入云手机
        </Button>
      </Specimen>
      <Specimen title="busy: the width of its words stays">
        <Row>
          <Button isBusy>提交订单</Button>
          <Button size="medium" isNarrow isBusy>
            立即兑换
          </Button>
          <Button variant="tint" size="medium" isNarrow icon={transfer} isBusy>
            确认转移
          </Button>
          <Button variant="tint" size="small" isBusy>
            领取
          </Button>
          <Button variant="tint" size="small">
            领取
          </Button>
        </Row>
      </Specimen>
      <Specimen title="words alone">
        <Row>
          <TextLink>忘记密码</TextLink>
          <TextLink tone="ink">用券记录</TextLink>
          <TextLink tone="danger">注销账号</TextLink>
          <TextLink icon={transfer}>先去备份</TextLink>
          <TextLink endIcon={forward}>去续费</TextLink>
          <TextLink isDisabled>47 秒后重发</TextLink>
        </Row>
      </Specimen>
    </>
  )
}

export const buttonSection: GallerySection = { id: 'button', title: '按钮', Content }
