// `pipewright reset-password <email> [--remove-second-factor]`: a link for a new password, without mail.
import { createApp } from '../create-app.js';
import { AppConfig } from '../config/app-config.js';
import { AccountLinksService } from '../users/account-links.service.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import { UsersService } from '../users/users.service.js';
import { complain, say, withClient, withInstance } from './open-instance.js';

const USAGE = 'Usage: pipewright reset-password <email> [--remove-second-factor]';

export async function run(args: string[]): Promise<number> {
  const email = args
    .find((arg) => !arg.startsWith('--'))
    ?.trim()
    .toLowerCase();
  if (!email) {
    complain(USAGE);
    return 2;
  }
  return withInstance(async ({ config }) => {
    // No role: neither routes nor workers start beside the running service.
    const app = await createApp(withoutRoles(config));
    try {
      const user = await app.get(UsersService).findByEmail(email);
      if (!user || user.suspendedAt !== null) {
        complain(`There is no account ${email} that may sign in.`);
        return 1;
      }
      if (args.includes('--remove-second-factor'))
        await withClient(config.databaseUrl, (client) =>
          client.query('delete from second_factors where user_id = $1', [user.id]),
        );
      const link = await app.get(AccountLinksService).make(user.id, 'password_reset');
      await app.get(SecurityLogService).record({
        action: 'password_reset_requested',
        email,
        userId: user.id,
        actor: 'command line',
      });
      say(`Open this link to set a new password. It works once, until ${link.expiresAt.toISOString()}:`);
      say(link.url);
      return 0;
    } finally {
      await app.close();
    }
  });
}

const withoutRoles = (config: AppConfig): AppConfig =>
  new AppConfig(
    { ...config.environment, roles: [], logLevel: 'warn' },
    config.keyRing,
    config.databaseUrl,
    config.setupToken,
  );
