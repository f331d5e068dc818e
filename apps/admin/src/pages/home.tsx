/** The address without a page: back to where a consent began, to the only project, else to the list. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { paths } from '../app/paths.js';
import { projectsQuery } from '../api/projects.js';
import { QueryView } from '../kit/states.js';
import { takeWayBack } from './way-back.js';

export function HomePage() {
  const projects = useQuery(projectsQuery());
  const [back] = useState(takeWayBack);
  if (back !== null) return <Navigate to={back} replace />;
  return (
    <QueryView query={projects}>
      {({ rows }) => (
        <Navigate
          to={rows.length === 1 && rows[0] ? paths.dashboard(rows[0].project_id) : paths.projects}
          replace
        />
      )}
    </QueryView>
  );
}
