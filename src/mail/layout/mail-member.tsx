import { palette } from '../../ui/theme/colors.ts'
import { pickBySeed } from '../../ui/theme/pick-by-seed.ts'
import { MailTable } from './mail-parts.tsx'
import { font, light } from './mail-theme.ts'

type MailMemberProps = {
  username: string
  /** The URL of the picture. */
  avatar: string | null
}

const size = 56

/** The heading of a mail about one member: picture or initial, and name. */
export function MailMember({ username, avatar }: MailMemberProps) {
  return (
    <MailTable style={{ margin: '0 0 20px' }}>
      <tr>
        <td
          width={size}
          height={size}
          align="center"
          style={{
            width: size,
            height: size,
            borderRadius: size / 2,
            ...font(24, size, 800),
            // The color is seen where the program loads no pictures.
            backgroundColor: pickBySeed(palette, username.toLowerCase()).background,
            color: '#ffffff',
          }}
        >
          {avatar ? (
            <img
              src={avatar}
              alt=""
              width={size}
              height={size}
              // Keeps React from adding a preload link to the head.
              fetchPriority="low"
              style={{ display: 'block', border: 0, borderRadius: size / 2 }}
            />
          ) : (
            [...username][0]?.toUpperCase()
          )}
        </td>
        <td style={{ paddingLeft: 14 }}>
          <h1
            className="ink"
            style={{ ...font(24, 30, 800), color: light.ink, letterSpacing: '-0.02em', margin: 0 }}
          >
            {`@${username}`}
          </h1>
        </td>
      </tr>
    </MailTable>
  )
}
