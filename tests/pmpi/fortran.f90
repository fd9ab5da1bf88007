! A Fortran program that knows nothing of Linkbound. Its result is checked here; that its calls were taken, by the test
! that reads the summary.
program fortran
    use mpi
    implicit none
    integer, parameter :: n = 20000
    integer :: rank, size, code, i, bad
    double precision :: x(n), total(n)
    integer :: whole(n)

    call mpi_init(code)
    call mpi_comm_rank(mpi_comm_world, rank, code)
    call mpi_comm_size(mpi_comm_world, size, code)
    bad = 0
    do i = 1, n
        x(i) = dble(i + rank)
        whole(i) = 0
        if (rank == 1) whole(i) = 3 * i
    end do
    call mpi_bcast(whole, n, mpi_integer, 1, mpi_comm_world, code)
    if (code /= mpi_success .or. any(whole /= [(3 * i, i = 1, n)])) bad = bad + 1
    call mpi_allreduce(x, total, n, mpi_double_precision, mpi_sum, mpi_comm_world, code)
    if (any(total /= [(dble(i) * size + size * (size - 1) / 2, i = 1, n)])) bad = bad + 1
    call mpi_allreduce(mpi_in_place, x, n, mpi_double_precision, mpi_sum, mpi_comm_world, code)
    if (any(x /= total)) bad = bad + 1
    call mpi_allreduce(mpi_in_place, bad, 1, mpi_integer, mpi_sum, mpi_comm_world, code)
    if (rank == 0) print '(a,i0,a)', 'fortran: ', bad, ' failures'
    call mpi_finalize(code)
    if (bad > 0) stop 1
end program fortran
