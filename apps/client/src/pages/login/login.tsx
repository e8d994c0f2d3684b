import { View } from '@tarojs/components'

export default function LoginLoginPage() {
  return <View>login/login</View>
}
