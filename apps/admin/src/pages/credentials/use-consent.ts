/**
 * A consent: the pop-up is opened inside the click, the service is asked for the address, and the result comes by
 * BroadcastChannel and, as the source of truth, by asking the service every two seconds. Never by the opener or
 * by whether the pop-up is closed: providers with Cross-Origin-Opener-Policy break both.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/errors.js';
import { authorizeCredential, consentAttempt } from '../../api/systems.js';

export type Consent =
  | { phase: 'idle' }
  | { phase: 'opening' }
  /** `blocked`: the browser opened no window, so the person follows the link. */
  | { phase: 'waiting'; attempt: string; url: string; blocked: boolean }
  | { phase: 'succeeded' }
  | { phase: 'failed'; error: string };

const channelName = 'pipewright-oauth';
const pollMs = 2000;

export function useConsent(project: string, onSucceeded: () => void) {
  const { t } = useTranslation();
  const [consent, setConsent] = useState<Consent>({ phase: 'idle' });
  const done = useRef(onSucceeded);
  done.current = onSucceeded;

  const start = useCallback(
    /** `prepare` saves the draft first and answers the credential's id; it runs after the window was opened. */
    async (prepare: () => Promise<string>) => {
      const popup = window.open('about:blank', '_blank', 'popup,width=560,height=760');
      setConsent({ phase: 'opening' });
      try {
        const started = await authorizeCredential(project, await prepare());
        if (popup) popup.location.replace(started.authorization_url);
        setConsent({
          phase: 'waiting',
          attempt: started.attempt_id,
          url: started.authorization_url,
          blocked: popup === null,
        });
      } catch (error) {
        popup?.close();
        setConsent({ phase: 'failed', error: messageOf(error) });
        throw error;
      }
    },
    [project],
  );

  const attempt = consent.phase === 'waiting' ? consent.attempt : null;
  useEffect(() => {
    if (attempt === null) return undefined;
    let over = false;
    const ask = async () => {
      try {
        const answer = await consentAttempt(project, attempt);
        if (over || answer.status === 'pending') return;
        over = true;
        if (answer.status === 'succeeded') {
          setConsent({ phase: 'succeeded' });
          done.current();
        } else {
          const words =
            answer.status === 'expired'
              ? t('The consent was not finished in time.')
              : t('The consent failed.');
          setConsent({ phase: 'failed', error: answer.error ?? words });
        }
      } catch {
        // The next tick asks again; a service that is gone shows in the bar at the top.
      }
    };
    const timer = setInterval(() => void ask(), pollMs);
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => void ask();
    return () => {
      over = true;
      clearInterval(timer);
      channel.close();
    };
  }, [attempt, project, t]);

  return {
    consent,
    start,
    cancel: () => {
      setConsent({ phase: 'idle' });
    },
  };
}
