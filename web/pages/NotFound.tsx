import { Link, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/Button.tsx';

export default function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <div className="grid min-h-[60dvh] place-items-center px-4">
      <title>Page Not Found</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-col items-center gap-4 text-center">
        <p className="font-semibold text-5xl text-muted">404</p>
        <h1 className="font-semibold text-xl">Page Not Found</h1>
        <p className="text-muted">
          There is no page at this address. It may have been moved, or the link is mistyped.
        </p>
        <div className="flex gap-2">
          <Button onClick={() => navigate(-1)}>Go Back</Button>
          <Button asChild variant="primary">
            <Link to={paths.home}>Home</Link>
          </Button>
        </div>
      </div>
    </div>
  );
}
