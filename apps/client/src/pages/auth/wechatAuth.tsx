import { View } from '@tarojs/components'

export default function AuthWechatAuthPage() {
  return <View>auth/wechatAuth</View>
}
