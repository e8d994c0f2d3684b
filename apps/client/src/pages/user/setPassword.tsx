import { View } from '@tarojs/components'

export default function UserSetPasswordPage() {
  return <View>user/setPassword</View>
}
