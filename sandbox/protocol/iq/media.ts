import { MAX_MEDIA_BYTES } from '../media-requests.ts'
import { node } from '../nodes.ts'
import type { IqHandler } from './answer.ts'

const TTL_S = 3_600

/** Where media is uploaded to, and with which auth. */
export const handleMediaConnection: IqHandler = ({ media }, { companion }) => ({
  content: [
    node(
      'media_conn',
      {
        auth: media.authOf(companion.address),
        ttl: String(TTL_S),
        auth_ttl: String(TTL_S),
        max_buckets: '12',
      },
      [
        node('host', {
          hostname: media.host,
          type: 'primary',
          maxContentLengthBytes: String(MAX_MEDIA_BYTES),
        }),
      ],
    ),
  ],
})
