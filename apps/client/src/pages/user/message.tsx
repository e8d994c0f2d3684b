import { View } from '@tarojs/components'

export default function UserMessagePage() {
  return <View>user/message</View>
}
