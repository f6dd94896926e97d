import { Outlet } from 'react-router';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

/** The pages that anybody may read. */
export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main id="main" className="grow">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
