/** The frame of every page behind sign-in: header, side navigation, palette, bars for what is wrong around it. */
import { lazy, Suspense, useEffect, useState } from 'react';
import {
  ActionIcon,
  AppShell,
  Burger,
  Kbd,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectQuery } from '../api/projects.js';
import { isMissing } from '../api/errors.js';
import { NotFoundPage } from '../pages/not-found.js';
import { AccountMenu } from './account-menu.js';
import { Bars } from './bars.js';
import { Logo } from './logo.js';
import { paths } from './paths.js';
import { ProjectSwitcher } from './project-switcher.js';
import { SideNavigation } from './side-navigation.js';
import classes from './shell.module.css';
import { useRouteParams } from './route.js';

const loadPalette = () => import('./palette.js');
const Palette = lazy(loadPalette);
const ShellKeys = lazy(() => import('./shell-keys.js'));
// fetched with the first page, so that it is here when the session ends
const SignInAgain = lazy(() => import('./sign-in-again.js'));
const PALETTE_AHEAD_MS = 3_000;

function ThemeButton() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? t('Light theme') : t('Dark theme');
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        onClick={() => {
          setColorScheme(isDark ? 'light' : 'dark');
        }}
      >
        {isDark ? <IconSun size={17} /> : <IconMoon size={17} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** The palette is loaded when it is first asked for; from then on it listens to Ctrl K itself. */
function usePalette() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setWanted(true);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [wanted]);
  useEffect(() => {
    // fetched while nobody waits, so that the first letters after Ctrl K are not lost
    const timer = setTimeout(() => void loadPalette(), PALETTE_AHEAD_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return {
    wanted,
    open: () => {
      if (wanted) window.dispatchEvent(new Event('pipewright:palette'));
      setWanted(true);
    },
  };
}

export function Shell() {
  const { t } = useTranslation();
  const [navOpened, nav] = useDisclosure(false);
  const { projectId } = useRouteParams();
  const palette = usePalette();
  const project = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined });
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    nav.close();
  }, [pathname, nav.close]);
  const hidden = isMissing(project.error);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{
        width: 216,
        breakpoint: 'sm',
        collapsed: { mobile: !navOpened, desktop: projectId === undefined },
      }}
      padding={0}
    >
      <a className="skip-link" href="#main">
        {t('Skip to the page')}
      </a>
      <AppShell.Header className={classes.header ?? ''}>
        {projectId === undefined ? null : (
          <Burger
            opened={navOpened}
            onClick={nav.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('Navigation')}
          />
        )}
        <Link to={paths.projects} className={classes.brand} aria-label={t('Pipewright: all projects')}>
          <Logo />
          <span className={classes.wide}>Pipewright</span>
        </Link>
        <ProjectSwitcher project={project.data} />
        <div style={{ flex: 1 }} />
        <button type="button" className={classes.search} onClick={palette.open}>
          <IconSearch size={15} aria-hidden />
          <span className={classes.searchText}>{t('Search')}</span>
          <Kbd size="xs" className={classes.wide ?? ''}>
            Ctrl K
          </Kbd>
        </button>
        <ThemeButton />
        <AccountMenu />
      </AppShell.Header>
      {projectId === undefined ? null : (
        <AppShell.Navbar className={classes.nav ?? ''}>
          <SideNavigation project={projectId} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <Bars />
        {hidden ? <NotFoundPage /> : <Outlet />}
      </AppShell.Main>
      {palette.wanted ? (
        <Suspense fallback={null}>
          <Palette project={projectId} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <ShellKeys />
      </Suspense>
      <Suspense fallback={null}>
        <SignInAgain />
      </Suspense>
    </AppShell>
  );
}
